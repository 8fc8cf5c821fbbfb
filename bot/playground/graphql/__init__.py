"""GitHub's GraphQL at `/api/graphql`, as far as it is built: queries are parsed and checked by graphql-core.

`schema.graphql` is a part of GitHub's public schema; what is not in it is refused as an unknown field and written down
in the journal. A refusal is a 200 with errors, each with GitHub's `type`.
"""
