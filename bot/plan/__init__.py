"""What a run may write: atomicity of files, of groups of files and of manifests; and the patch. Nothing here edits."""
