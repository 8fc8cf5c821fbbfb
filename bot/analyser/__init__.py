"""The confined child that reads hostile files, and its supervisor.

In the worker's process: `run_setup`, `supervisor` (the way in), `process`, `outcomes`. In the child's: `child`, `jobs`,
`file_jobs`, `preload`, `confinement`, `kernel`, `system_calls`. Between them: `frames` and `protocol`, which are pure.
Numbers: `limits`.
"""
