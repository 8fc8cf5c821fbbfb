"""The public members of Python's own types, as data: the same set whatever Python runs, so that records stay equal.

Two uses: a class of a pack may say that it inherits the members of one of these, and a member name that one of these
has is never searched for by name alone, since most objects that carry it have nothing to do with the library.
"""

from collections.abc import Mapping
from types import MappingProxyType

_NAMES = {
    "bytes": (
        "append c_contiguous capitalize cast center clear contiguous copy count decode endswith expandtabs extend "
        "f_contiguous find format fromhex hex index insert isalnum isalpha isascii isdigit islower isspace istitle "
        "isupper itemsize join ljust lower lstrip maketrans nbytes ndim obj partition pop readonly release remove "
        "removeprefix removesuffix replace resize reverse rfind rindex rjust rpartition rsplit rstrip shape split "
        "splitlines startswith strides strip suboffsets swapcase title tobytes tolist toreadonly translate upper zfill"
    ),
    "datetime": (
        "astimezone combine ctime date day days dst fold fromisocalendar fromisoformat fromordinal fromtimestamp hour "
        "isocalendar isoformat isoweekday max microsecond microseconds min minute month now replace resolution second "
        "seconds strftime strptime time timestamp timetuple timetz today toordinal total_seconds tzinfo tzname "
        "utcfromtimestamp utcnow utcoffset utctimetuple weekday year"
    ),
    "decimal": (
        "adjusted as_integer_ratio as_tuple canonical compare compare_signal compare_total compare_total_mag conjugate "
        "copy_abs copy_negate copy_sign exp fma from_float from_number imag is_canonical is_finite is_infinite is_nan "
        "is_normal is_qnan is_signed is_snan is_subnormal is_zero ln log10 logb logical_and logical_invert logical_or "
        "logical_xor max max_mag min min_mag next_minus next_plus next_toward normalize number_class quantize radix "
        "real remainder_near rotate same_quantum scaleb shift sqrt to_eng_string to_integral to_integral_exact "
        "to_integral_value"
    ),
    "dict": "clear copy fromkeys get items keys pop popitem setdefault update values",
    "exception": (
        "add_note args characters_written code end_lineno end_offset errno filename filename2 lineno msg name "
        "name_from obj offset path print_file_and_line strerror text value with_traceback"
    ),
    "file": (
        "buffer close closed closefd detach encoding errors fileno flush getbuffer getvalue isatty line_buffering mode "
        "name newlines peek raw read read1 readable readall readinto readinto1 readline readlines reconfigure seek "
        "seekable tell truncate writable write write_through writelines"
    ),
    "float": "as_integer_ratio conjugate from_number fromhex hex imag is_integer real",
    "int": (
        "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real to_bytes"
    ),
    "list": "append clear copy count extend index insert pop remove reverse sort",
    "path": (
        "absolute anchor as_posix as_uri chmod copy copy_into cwd drive exists expanduser from_uri full_match glob "
        "group hardlink_to home info is_absolute is_block_device is_char_device is_dir is_fifo is_file is_junction "
        "is_mount is_relative_to is_reserved is_socket is_symlink iterdir joinpath lchmod link_to lstat match mkdir "
        "move move_into name open owner parent parents parser parts read_bytes read_text readlink relative_to rename "
        "replace resolve rglob rmdir root samefile stat stem suffix suffixes symlink_to touch unlink walk with_name "
        "with_segments with_stem with_suffix write_bytes write_text"
    ),
    "range": "count index start step stop",
    "re": (
        "end endpos expand findall finditer flags fullmatch group groupdict groupindex groups lastgroup lastindex "
        "match pattern pos re regs scanner search span split start string sub subn"
    ),
    "set": (
        "add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset "
        "issuperset pop remove symmetric_difference symmetric_difference_update union update"
    ),
    "str": (
        "capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha "
        "isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower "
        "lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip "
        "split splitlines startswith strip swapcase title translate upper zfill"
    ),
    "tuple": "count index",
}

BUILTIN_MEMBERS: Mapping[str, frozenset[str]] = MappingProxyType(
    {name: frozenset(members.split()) for name, members in _NAMES.items()}
)
"""Type (or family of types: `bytes` is bytes-like, `file` whatever `open` and `io` give) to its public members."""

EVERY_BUILTIN_MEMBER: frozenset[str] = frozenset().union(*BUILTIN_MEMBERS.values())
"""All of them together."""
