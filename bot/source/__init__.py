"""Where bytes come from: a repository at one commit, a folder, or memory, each as a read-only `SourceTree`.

What is trusted, once for all of them: nothing that a repository holds. Its file names, links, submodules, attributes
and configuration are data that a stranger chose. Nothing is checked out, no link is followed, and no program that a
repository names is started. What cannot be read safely is told as a limitation, never as an exception.
"""
