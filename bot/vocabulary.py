"""Every closed set of words that Obelize uses, and the only place where one is spelled.

A word is what records, checks, pages and the terminal say. Each carries the sentence a person reads and, where a
person can do something, the action. Adding a word is adding one line here; `docs/VOCABULARY.md` is generated from
this module (`make docs`) and a test fails while it is stale.

Sets that GitHub owns are not here: `bot/forge/words.py` maps them to these and back.
"""

from enum import IntEnum, StrEnum
from typing import Self


class Word(StrEnum):
    """A member of a closed set: its value, `sentence` (what it means) and `action` (what a person can do, or "")."""

    sentence: str
    action: str

    def __new__(cls, value: str, sentence: str, action: str = "") -> Self:
        """A member written as its value, its sentence and, where a person can act, the action."""
        word = str.__new__(cls, value)
        word._value_ = value
        word.sentence = sentence
        word.action = action
        return word


class FindingKind(Word):
    """What a finding is, in the code."""

    IMPORT = "import", "An import statement brings in the library or a name of it."
    CALL = "call", "A class or function of the library is called."
    ATTRIBUTE = "attribute", "A name of the library, or a property of one of its objects, is read or set."
    METHOD_CALL = "method_call", "A method of one of the library's objects is called."
    DYNAMIC = "dynamic", "The library is reached by a string: importlib, sys.modules, a patch target."
    STAR_IMPORT = "star_import", "A star import takes every public name of the library."
    TEXT_MENTION = "text_mention", "A string or a comment names the library; nothing depends on it."
    MANIFEST = "manifest", "A dependency file declares the library, or a line of a notebook installs it."
    PARSE_ERROR = "parse_error", "The file, or the cell of a notebook, names the library and could not be read."


class ConfidenceReason(Word):
    """How the scan knows that a place belongs to the library."""

    DIRECT_IMPORT = "direct_import", "The module was imported in this file under its own name."
    IMPORT_ALIAS = "import_alias", "The module or name was imported in this file under another name."
    FROM_IMPORT = "from_import", "The name was imported from the library in this file."
    REACHED_THROUGH_MODULE = (
        "reached_through_module",
        "The name comes from the library through another module of the repository.",
    )
    RECEIVER_RESOLVED = "receiver_resolved", "What stands before the dot was traced to an object of the library."
    MEMBER_NAME_ONLY = (
        "member_name_only",
        "The name belongs to the library's objects; what stands before the dot was not traced.",
    )
    STRING_OR_COMMENT = "string_or_comment", "The library's name stands in a string or a comment."
    STRING_TARGET = "string_target", "A string names a module of the library, and code acts on it."
    DECLARED_DEPENDENCY = "declared_dependency", "A dependency file, or a line that installs, names the distribution."
    UNREADABLE_FILE = (
        "unreadable_file",
        "The file, or the cell of a notebook, holds the library's name, and no more could be learned from it.",
    )


class BindingKind(Word):
    """What holds an object of the library, from where it is made to its last use."""

    VARIABLE = "variable", "A name that is bound to the object."
    ATTRIBUTE = "attribute", "An attribute of an instance, set in one method and read in others."
    PARAMETER = "parameter", "A parameter that calls, or its annotation, give the object to."


class ScanStatus(Word):
    """What the scan thinks of a finding, before any rule has looked at it."""

    ELIGIBLE = "eligible", "A rule may be able to migrate this place."
    NEEDS_REVIEW = "needs_review", "Somebody has to look at this place; the word beside it says why."
    UNSUPPORTED = "unsupported", "Obelize cannot judge this place; the word beside it says why."
    NOT_A_USAGE = "not_a_usage", "The library is named here, but not used."


class EditStatus(Word):
    """What became of an actionable row in the plan."""

    AUTO = "auto", "The rules can rewrite this place."
    NEEDS_REVIEW = "needs_review", "Left for a person; the word beside it says why."
    UNSUPPORTED = "unsupported", "Left for a person, and no rule can judge it; the word beside it says why."
    MODEL_PROPOSED = "model_proposed", "A model's guarded answer stands here; a person decides."


class Bail(Word):
    """Why a place is withheld: one word a defect; the most specific one wins, atomicity comes last."""

    FLAG_ONLY_SURFACE = (
        "flag_only_surface",
        "The pack names this as gone or changed in the new library and leaves the rewriting to a person.",
        "Change it as the suggestion beside it says.",
    )
    ARGUMENT_CHANGED = (
        "argument_changed",
        "The call passes an argument that the new library takes differently.",
        "Read the note beside it and adapt the argument by hand.",
    )
    SYMBOL_UNKNOWN = (
        "symbol_unknown",
        "The pack does not know this name of the library, so it cannot say that the new library has it.",
        "Look the name up in the new library's documentation and change the line by hand.",
    )
    MEMBER_UNKNOWN = (
        "member_unknown",
        "The pack does not know this member of the library's object, so it cannot say that the new library has it.",
        "Look the member up in the new library's documentation and change the line by hand.",
    )
    RECEIVER_UNRESOLVED = (
        "receiver_unresolved",
        "This member name is gone or changed in the new library, and what stands before the dot could not be traced.",
        "If the object is the library's, change the place as the note says; if it is not, nothing is to be done here.",
    )
    RECEIVER_AMBIGUOUS = (
        "receiver_ambiguous",
        "What stands before the dot may be several things, for which the member would have to be written differently.",
        "Give them different names, then run again, or change the place by hand.",
    )
    USE_NOT_REWRITABLE = (
        "use_not_rewritable",
        "The pack knows what this became, but not for this use of it: unpacked or unknown arguments, a comment inside.",
        "Write the use plainly, then run again, or change it as the note beside it says.",
    )
    CHANGED_AFTER_COPY = (
        "changed_after_copy",
        "The object is changed after this call, which in the new library copies it; the change would be lost.",
        "Change the object before the call, or change what the call gives back.",
    )
    CALLED_AGAIN = (
        "called_again",
        "The call may be made twice on one object, and the libraries differ in what the second one does.",
        "Look at what is wanted of the second call, and change the place by hand.",
    )
    SUBCLASSED = (
        "subclassed",
        "A class derives from a class of the library; what it overrides or inherits may not fit the new one.",
        "Compare the class with the new library's base class and change the import by hand.",
    )
    LIBRARY_PATCHED = (
        "library_patched",
        "The code sets, deletes or replaces an attribute of the library itself.",
        "Check that the patch still makes sense on the new library and move it by hand.",
    )
    STAR_IMPORTED = (
        "star_imported",
        "A star import hides which names the file takes from the library.",
        "Import the names that the file uses, then run again.",
    )
    REACHED_BY_STRING = (
        "reached_by_string",
        "The library is reached by a string, which no import statement leads to.",
        "Change the string once the code it points at has moved.",
    )
    MODULE_AS_VALUE = (
        "module_as_value",
        "The module object itself is handed on, so its later uses cannot be seen here.",
        "Pass the names that are needed instead of the module, or change its uses by hand.",
    )
    REACHED_THROUGH_MODULE = (
        "reached_through_module",
        "The library's module is taken from another module of the repository under its old name.",
        "Import the library itself in this file, then run again.",
    )
    LIBRARY_VENDORED = (
        "library_vendored",
        "The repository carries its own copy of the library, so the import may not mean the released one.",
        "Decide whether the copy is still needed, then change the imports by hand.",
    )
    IMPORT_HAS_FALLBACK = (
        "import_has_fallback",
        "The import is one of several alternatives, and which one to keep is a choice.",
        "Keep the new library's import and delete the alternatives.",
    )
    NAME_BOUND_TWICE = (
        "name_bound_twice",
        "The imported name is also bound to something else in the same scope.",
        "Give the two things different names, then run again.",
    )
    NAME_TAKEN = (
        "name_taken",
        "The name that the new import would bind is already used in this file.",
        "Rename what stands in the way, then run again.",
    )
    NAME_USED_ELSEWHERE = (
        "name_used_elsewhere",
        "Another file reaches the library through this import by its old name.",
        "Let the other file import the library itself, then run again.",
    )
    CONFIGURE_CONSUMED_ELSEWHERE = (
        "configure_consumed_elsewhere",
        "The file configures the library for the whole process, and another file that relies on it stays.",
        "Resolve the places left in the files that call the library without configuring it, then run again.",
    )
    CONSUMER_NOT_MIGRATED = (
        "consumer_not_migrated",
        "Objects of the library travel between this file and another one of the repository that has places left.",
        "Resolve the places in the other file; both move together.",
    )
    LEFT_OUT = (
        "left_out",
        "A model had this file left out of the migration while the plan was screened.",
        "Read its reason in the report; a run without screening, or an answer of your own, has the file rewritten.",
    )
    MOCKED_BY_TEST = (
        "mocked_by_test",
        "A test replaces a call of this file by its old name, or the other way round, and one of the two files stays.",
        "Resolve the places in the other file; both move together.",
    )
    MOCK_NOT_FOLLOWED = (
        "mock_not_followed",
        "A test replaces this call, and how, or what it gives in its place, could not be followed to the end.",
        "Replace the new call by hand, and let it give an object that is read by attribute.",
    )
    MOCK_MISSES_CALL = (
        "mock_misses_call",
        "A test replaces this name, and not every use of it in the repository would go through the new one unchanged.",
        "Move the uses first, then let the test replace what they call.",
    )
    NOTEBOOK_NOT_REWRITTEN = (
        "notebook_not_rewritten",
        "The place is in a notebook; Obelize reports notebooks and does not rewrite them.",
        "Change the cell by hand (cells are counted from the top, text cells included), then run the notebook.",
    )
    STUB_NOT_REWRITTEN = (
        "stub_not_rewritten",
        "The place is in a stub (.pyi); Obelize reports stubs and does not rewrite them.",
        "Change the stub by hand, together with the module that it describes.",
    )
    CELL_DOES_NOT_PARSE = (
        "cell_does_not_parse",
        "The cell names the library and is not valid for the Python that runs Obelize, even without its magics.",
        "Repair the cell, or migrate it by hand if it is written for Python 2.",
    )
    NOTEBOOK_UNREADABLE = (
        "notebook_unreadable",
        "The notebook names the library and is not JSON with cells as Jupyter writes it, or has over 20,000 cells.",
        "Open and save it in Jupyter, or migrate it by hand.",
    )
    FILE_NOT_DECODABLE = (
        "file_not_decodable",
        "The file's bytes do not fit the encoding that it declares.",
        "Save the file as UTF-8 or correct its coding line.",
    )
    FILE_DOES_NOT_PARSE = (
        "file_does_not_parse",
        "The file is not valid for the Python that runs Obelize.",
        "Repair the file, or migrate it by hand if it is written for Python 2.",
    )
    ANALYSER_DIED = (
        "analyser_died",
        "The confined process that reads files crashed or ran out of memory on this file.",
        "Split what is extreme in the file (very deep nesting, very long expressions), or migrate it by hand.",
    )
    ANALYSER_TIMED_OUT = (
        "analyser_timed_out",
        "Reading this file took longer than a file is allowed to.",
        "Split what is extreme in the file (very deep nesting, very long expressions), or migrate it by hand.",
    )
    ARGUMENTS_NOT_KNOWN = (
        "arguments_not_known",
        "The call takes its arguments from a dict of which not every key can be seen.",
        "Write the arguments out, or build the dict beside the call, then run again.",
    )
    STREAM_NOT_KNOWN = (
        "stream_not_known",
        "Whether the answer comes in pieces is decided while the program runs, so its reads cannot be told apart.",
        "Make two calls of it, one with stream=True and one without, then run again.",
    )
    MODULE_NOT_NAMED = (
        "module_not_named",
        "The call does not begin with the library's module, by which the new one has to be written.",
        "Import the module itself and call through it, then run again.",
    )
    ANSWER_SHOWN = (
        "answer_shown",
        "The answer itself is printed, turned into text or dumped, and the new object looks different there.",
        "Print the parts that are of interest, or decide that the new text will do and change the place by hand.",
    )
    ANSWER_LEAVES = (
        "answer_leaves",
        "The answer itself is returned, stored or handed on, so not every read of it can be seen here.",
        "Hand on the parts that are needed instead of the answer, or migrate the reads together by hand.",
    )
    ANSWER_PART_UNKNOWN = (
        "answer_part_unknown",
        "A part of the answer is read that the pack does not know, or in a way that has no counterpart.",
        "Look the part up in the new library's models and change the read by hand.",
    )
    ANSWER_MIXED = (
        "answer_mixed",
        "A name that is read here may hold the answer or something else, which are read differently.",
        "Give the two things different names, then run again.",
    )
    MISSING_PART_CAUGHT = (
        "missing_part_caught",
        "The code counts on an exception for a part that is not in the answer; in the new library it is None.",
        "Test for None instead of catching the exception, then run again.",
    )
    ENVIRONMENT_SET = (
        "environment_set",
        "The file gives an environment variable a value that the old library reads and the new one does not.",
        "Give the new library's variable the value, or set the module's setting instead, then run again.",
    )
    SETTING_NOT_PROVABLE = (
        "setting_not_provable",
        "Which setting of the new library this becomes depends on something that the file does not say for certain.",
        "Make the setting beside the one that names the service, each with one value, or change it by hand.",
    )
    ERRORS_CAUGHT_DIFFERENTLY = (
        "errors_caught_differently",
        "In the new library's tree of errors one of these would come to another handler than before.",
        "Put the narrower class first, and decide which statuses each handler takes.",
    )
    CONFIGURED_ELSEWHERE = (
        "configured_elsewhere",
        "The file does not configure the library itself, so it is not known which client the call would ask.",
        "Make a client in this file, or hand one in, and write the call on it.",
    )
    CLIENT_HOME_OPEN = (
        "client_home_open",
        "The file makes no client itself, and which module of the repository shall hand it one is not decided.",
        "Answer the run's question client-home, which names the modules, or make a client in this file.",
    )
    CLIENT_NOT_CERTAIN = (
        "client_not_certain",
        "The call may be reached before the client is made, or where the name that holds it cannot be read.",
        "Make the client where every call can reach it, then run again.",
    )
    STREAM_KEPT = (
        "stream_kept",
        "The answer that comes in pieces is read elsewhere or twice; the new library asks only when it is read, once.",
        "Read the pieces in one loop beside the call, then run again.",
    )
    CHAT_MIXED = (
        "chat_mixed",
        "Messages of the file's chats are sent both with and without await, for which the new library has two chats.",
        "Begin the chats that are awaited with client.aio.chats.create.",
    )
    LAST_NOT_KNOWN = (
        "last_not_known",
        "A chat of the new library does not keep its last answer, and which call gave it cannot be told here.",
        "Give the answer of send_message a name and read that.",
    )
    HISTORY_CHANGED = (
        "history_changed",
        "A chat's history is changed or kept; in the new library it is a copy of what is sent.",
        "Begin a chat with the history that is wanted: client.chats.create(model=..., history=...).",
    )
    CONFIGURED_AGAIN = (
        "configured_again",
        "The library may be configured several times; a model that has asked before keeps what it asked by first.",
        "Make one client for each configuration, and say for each call which of them it asks.",
    )
    CLIENT_NOT_HELD = (
        "client_not_held",
        "What the call gives is kept longer than the client that it works with, which closes when nobody holds it.",
        "Keep the client in a place that lives as long, then run again.",
    )
    METHOD_PASSED_ON = (
        "method_passed_on",
        "A method of a model or of a chat is handed on, and what it will be called with is not seen.",
        "Hand on a function of your own that makes the new call.",
    )
    MODEL_LEAVES = (
        "model_leaves",
        "The model object itself is handed to code that is not seen, or looked at as a whole.",
        "The new library has no model objects: hand on the client and the model's name instead.",
    )
    MODEL_MIXED = (
        "model_mixed",
        "A name or attribute may hold a model or something else, which have to be asked in different ways.",
        "Give the two things different names, then run again.",
    )
    MODEL_NOT_TRACED = (
        "model_not_traced",
        "The model that is asked was not made in this file, so its name and configuration are not known here.",
        "Hand on the client and the model's name, and write the call on the client.",
    )
    MODEL_CONFIGURED = (
        "model_configured",
        "The model is made with a configuration that the place where it is asked cannot reach.",
        "Keep the configuration beside the model's name and pass it to each call as config.",
    )
    IMPORT_NOT_TAKEN_APART = (
        "import_not_taken_apart",
        "The import would become several statements, and holds a comment or shares its line with others.",
        "Write the import on lines of its own, then run again.",
    )
    SETTING_MADE_ELSEWHERE = (
        "setting_made_elsewhere",
        "The call needs a client of its own, and another file makes settings that the client would have to be given.",
        "Make one client with all settings beside them, and call through it here.",
    )
    CALLED_ELSEWHERE = (
        "called_elsewhere",
        "The rewriting depends on every use of a name being in this file, and another file may use it as well.",
        "Migrate the uses in both files together by hand.",
    )
    DISTRIBUTION_HELD = (
        "distribution_held",
        "Old and new library are one distribution, so nothing moves while another place of the repository stays.",
        "Resolve the places that are named with a word of their own; or raise the dependency line, then run again.",
    )
    NO_RULE = (
        "no_rule",
        "The scan sees a use that no rule of the pack covers.",
        "Migrate this place by hand.",
    )
    RULE_FAILED = (
        "rule_failed",
        "A rule broke on this file, which is a fault of Obelize; nothing was changed.",
        "Migrate this place by hand, and report the file if you can share it.",
    )
    EDITS_OVERLAP = (
        "edits_overlap",
        "Two planned edits touch the same text.",
        "Change one of the two places by hand, then run again.",
    )
    RESULT_DOES_NOT_COMPILE = (
        "result_does_not_compile",
        "The rewritten file would not compile, so the file was left alone.",
        "Migrate this file by hand, and report it if you can share it.",
    )
    RESULT_READS_UNBOUND_NAME = (
        "result_reads_unbound_name",
        "The rewritten file would read a name that nothing binds.",
        "Migrate this file by hand, and report it if you can share it.",
    )
    RESULT_NOT_STABLE = (
        "result_not_stable",
        "A second run over the rewritten file would change it again.",
        "Migrate this file by hand, and report it if you can share it.",
    )
    REQUIREMENT_UNREADABLE = (
        "requirement_unreadable",
        "The dependency line is not a requirement that the packaging standards describe.",
        "Write the line as name, extras, specifier and marker, or change it by hand.",
    )
    REQUIREMENT_FROM_URL = (
        "requirement_from_url",
        "The dependency comes from a URL, a path or a repository instead of a release.",
        "Replace the line by hand; only you know what that source holds.",
    )
    REQUIREMENT_HASHED = (
        "requirement_hashed",
        "The dependency line carries hashes, which cannot be known without downloading the release.",
        "Change the source that the file is compiled from and compile it again.",
    )
    MANIFEST_NOT_EDITED = (
        "manifest_not_edited",
        "The line belongs to tox, a Dockerfile or a workflow; such files are reported and never edited.",
        "Change the line by hand once the code has moved.",
    )
    CONDA_PACKAGE = (
        "conda_package",
        "The line names a conda package; the pack knows the releases on PyPI, not what a conda channel carries.",
        "Look the new library up in the channel and change the line by hand.",
    )
    DECLARATION_COMPUTED = (
        "declaration_computed",
        "Code puts the dependency together, so the text that stands here is not the whole of it.",
        "Change the code that puts it together by hand.",
    )
    DECLARATION_NOT_REWRITABLE = (
        "declaration_not_rewritable",
        "The dependency is written in a form in which a change cannot be checked to touch nothing else.",
        "Change it by hand.",
    )
    USED_IN_THE_SAME_FILE = (
        "used_in_the_same_file",
        "The Python file that declares the dependency uses the library itself, and one run does not change both.",
        "Resolve the uses first and run again, or change the declaration by hand.",
    )
    EXTRA_UNMAPPED = (
        "extra_unmapped",
        "The dependency names an extra for which the pack knows no counterpart.",
        "Choose the new library's extra and change the line by hand.",
    )
    NEW_LIBRARY_DECLARED_TOO = (
        "new_library_declared_too",
        "The file declares the new library beside the old one already.",
        "Delete the old line once no code needs it.",
    )
    LOCK_FILE_OUTDATED = (
        "lock_file_outdated",
        "The lock file holds the old library; the tool that wrote it has to write it again.",
        "Regenerate it once the dependency lines have moved.",
    )
    MANIFEST_UNREADABLE = (
        "manifest_unreadable",
        "The dependency file names the library and could not be read.",
        "Repair the file, or change the line by hand.",
    )
    PYTHON_FLOOR_TOO_LOW = (
        "python_floor_too_low",
        "The project promises a Python on which the new library cannot be installed.",
        "Raise the project's lowest Python, or pin an older release of the new library by hand.",
    )
    REPO_NOT_FULLY_MIGRATED = (
        "repo_not_fully_migrated",
        "The dependency line waits, because code still needs the old library.",
        "Resolve the places left in the code, then run again.",
    )
    FILE_NOT_FULLY_MIGRATED = (
        "file_not_fully_migrated",
        "The rules can rewrite this place, but another one in the same file is withheld, and a file moves as a whole.",
        "Resolve the causes named beside it; then this place follows by itself.",
    )


class WriteRefusal(Word):
    """Why a planned edit was not written; where one file is refused, the run writes none."""

    CHANGED_SINCE_READ = (
        "changed_since_read",
        "The file is not the one that was read; somebody changed it in the meantime.",
        "Run again.",
    )
    GONE = "gone", "The file that was read is no longer there.", "Run again."
    REACHED_BY_LINK = (
        "reached_by_link",
        "A link stands in the path, and no link is followed where something is written.",
        "Replace the link by what it leads to, or migrate the file by hand.",
    )
    NOT_WRITABLE = (
        "not_writable",
        "The permissions of the file or of its folder forbid writing.",
        "Make the file writable, then run again.",
    )
    CANNOT_BE_WRITTEN = (
        "cannot_be_written",
        "The system refused to write the file.",
        "Read the note beside it, then run again.",
    )


class GateRefusal(Word):
    """Why a run that was to write may not: the tree has to be the one that was read, and git has to hold it."""

    NOT_IN_GIT = (
        "not_in_git",
        "The folder lies in no git repository, so git could show nobody what was changed.",
        "Put it under git, or give --allow-dirty.",
    )
    TREE_DIRTY = (
        "tree_dirty",
        "The folder holds changes that are in no commit, with which the rewriting would be mixed.",
        "Commit or stash them, or give --allow-dirty.",
    )
    HEAD_MOVED = "head_moved", "Another commit is checked out than the one that was read.", "Run again."
    APPLY_INTERRUPTED = (
        "apply_interrupted",
        "An earlier apply was interrupted, and what it wrote was not taken back.",
        "Run `obelize undo`, then run again.",
    )


class UndoSkip(Word):
    """Why undoing left a file as it stands."""

    CHANGED_SINCE_WRITTEN = (
        "changed_since_written",
        "Somebody changed the file after the run wrote it; undoing would lose that.",
        "Compare it with the original in the run folder, and put back by hand what is wanted.",
    )
    AS_BEFORE = "as_before", "The file already holds what it held before the run."
    GONE = "gone", "The file is no longer there.", "Take the original from the run folder if it is wanted."
    REACHED_BY_LINK = (
        "reached_by_link",
        "A link stands in the path, and no link is followed where something is written.",
        "Take the original from the run folder if it is wanted.",
    )
    NOT_WRITABLE = (
        "not_writable",
        "The permissions of the file or of its folder forbid writing.",
        "Make the file writable, then undo again.",
    )
    CANNOT_BE_WRITTEN = (
        "cannot_be_written",
        "The system refused to write the file.",
        "Read the note beside it, then undo again.",
    )


class VerifyStatus(Word):
    """What verification says of what was written."""

    PASS = "pass", "All that was run passed."
    FAIL = "fail", "Something that passed before the write fails after it."
    INCONCLUSIVE = "inconclusive", "What was run cannot tell whether the write broke something."
    NOT_RUN = "not_run", "Nothing was run."


class VerifyReason(Word):
    """Why verification says what it says."""

    ALL_PASSED = "all_passed", "Every command passed after the write."
    BROKEN_BY_WRITE = "broken_by_write", "A command passed before the write and fails after it."
    FAILED_BEFORE = "failed_before", "A command failed before the write as well, so its failing says nothing."
    TIMED_OUT = "timed_out", "A command did not end in the time that it was given."
    BEFORE_NOT_KNOWN = (
        "before_not_known",
        "A command fails, and whether it did so before the write is not known.",
    )
    DOES_NOT_COMPILE = "does_not_compile", "A file that was written does not compile."
    NO_COMMANDS = "no_commands", "No command was named."
    NOT_ALLOWED = "not_allowed", "The repository names commands, and running them was not allowed."
    NOTHING_WRITTEN = "nothing_written", "The run wrote nothing that could be verified."
    CHECKS_PASSED = "checks_passed", "Every check of the repository passed on the commit."
    CHECK_BROKEN = "check_broken", "A check of the repository passed before the commit and fails on it."
    CHECK_FAILED_BEFORE = (
        "check_failed_before",
        "A check of the repository failed before the commit as well, so its failing says nothing.",
    )
    CHECK_BEFORE_NOT_KNOWN = (
        "check_before_not_known",
        "A check of the repository fails on the commit, and what it said before is not known.",
    )
    CHECK_STOPPED = "check_stopped", "A check of the repository was cancelled or ran out of time."
    CHECK_MISSING = "check_missing", "A check of the repository that ran before did not run on the commit."
    CHECKS_RUNNING = "checks_running", "A check of the repository did not end in the time that was waited for it."
    NO_CHECKS = "no_checks", "No check of the repository ran on the commit."
    APPROVAL_NEEDED = "approval_needed", "The repository's checks wait for somebody who lets them run."


class CheckState(Word):
    """How a check of the repository's own CI stands on a commit."""

    PASSED = "passed", "It passed, or had nothing to do."
    FAILED = "failed", "It failed."
    STOPPED = "stopped", "It was cancelled, ran out of time, or was forgotten."
    UNAPPROVED = "unapproved", "It waits for somebody who lets it run."
    RUNNING = "running", "It has not ended."


class CommandSource(Word):
    """Who named a verification command."""

    ARGUMENT = "argument", "The person at the terminal, with --verify."
    REPOSITORY = "repository", "The repository's .obelize.yml."


class ConsultSkip(Word):
    """Why a withheld row is not a question for a model, in the order asked."""

    NOT_NEEDS_REVIEW = "not_needs_review", "Not asked: the place is beyond what a model may judge here."
    NOT_A_SOURCE_FILE = "not_a_source_file", "Not asked: no Python file that this run could write holds the place."
    ATOMICITY_ONLY = (
        "atomicity_only",
        "Not asked: only another place in the same file holds this one back; that one is the question.",
    )
    PACK_REFUSED = "pack_refused", "Not asked: the pack keeps this kind of place for a person."
    CONSUMED_ELSEWHERE = (
        "consumed_elsewhere",
        "Not asked: what is wrong lies in another file, which still relies on this one.",
    )
    CONTEXT_TOO_LARGE = (
        "context_too_large",
        "Not asked: what the place is part of is longer than what may be sent to a model, and nothing is sent in part.",
    )


class NotAsked(Word):
    """Why a question that a model could have been asked was not asked in this run."""

    NO_PROVIDER = "no_provider", "Not asked: this run asked no model."
    PARKED = "parked", "Not asked yet: the question waits for somebody's answer."
    COUPLED_PACK = (
        "coupled_pack",
        "Not asked: both releases are one distribution, and its line has not moved: nothing may change yet.",
    )
    TWO_PACKS = "two_packs", "Not asked: two packs touch the file, and an answer could fit one of them only."
    LEFT_OUT = "left_out", "Not asked: the file was left out of the migration."


class ProviderFailure(Word):
    """Why a question that was to be asked has no answer, in the order in which its bytes travel."""

    BUDGET_SPENT = "budget_spent", "It was never sent: the questions that this run or this day may ask were used up."
    ENDPOINT_UNREACHABLE = (
        "endpoint_unreachable",
        "The model's endpoint could not be reached, or did not answer in time.",
    )
    ENDPOINT_REDIRECTED = (
        "endpoint_redirected",
        "The endpoint sent elsewhere, and what it was sent is not sent anywhere else.",
        "Configure the address that it names, if it is yours.",
    )
    ENDPOINT_REFUSED = "endpoint_refused", "The endpoint answered with an error."
    RESPONSE_TOO_LARGE = "response_too_large", "The endpoint's answer was longer than is read."
    RESPONSE_NOT_JSON = "response_not_json", "The endpoint's answer was not JSON."
    RESPONSE_NOT_A_COMPLETION = "response_not_a_completion", "The endpoint's answer was not a chat completion."
    ANSWER_NOT_JSON = "answer_not_json", "The model's answer holds no JSON."
    ANSWER_NOT_A_PROPOSAL = (
        "answer_not_a_proposal",
        "The model's answer is neither a proposal nor a refusal to make one.",
    )
    PROPOSAL_DOES_NOT_HOLD = "proposal_does_not_hold", "The model's proposal lacks a part, or has one that cannot be."
    NO_REPLY = "no_reply", "The question was handed out, and nobody replied."


class GuardRefusal(Word):
    """Why a proposal is refused, in the order asked; the first that holds is its word."""

    PATH_OUTSIDE_ROOT = "path_outside_root", "It names a path that is not one inside the repository."
    PATH_NOT_PYTHON = "path_not_python", "It names a file that is not Python."
    PATH_NOT_THE_CONSULTED_FILE = (
        "path_not_the_consulted_file",
        "It names another file than the one it was asked about.",
    )
    FILE_CHANGED_SINCE_READ = "file_changed_since_read", "The file is not what it was when the question was asked."
    OUTSIDE_THE_CONTEXT = "outside_the_context", "It replaces lines that were not sent."
    SITE_NOT_REPLACED = "site_not_replaced", "It leaves the line alone that it was asked about."
    REPLACED_TEXT_DIFFERS = "replaced_text_differs", "What it says it replaces is not what stands there."
    SYMBOL_MISMATCH = "symbol_mismatch", "It is about another name than the one it was asked about."
    REPLACEMENT_TOO_LARGE = "replacement_too_large", "It is longer than 80 lines or 81,920 bytes."
    REPLACEMENT_NOT_DISPLAYABLE = (
        "replacement_not_displayable",
        "It holds characters that cannot be seen, or that change how text around them is shown.",
    )
    REPLACEMENT_CARRIES_REDACTION = (
        "replacement_carries_redaction",
        "It holds the mark that stands for a secret which was not sent.",
    )
    REPLACEMENT_NOT_ENCODABLE = "replacement_not_encodable", "It cannot be written in the file's own encoding."
    OUTPUT_DOES_NOT_PARSE = "output_does_not_parse", "The file with it is not Python any more."
    OUTPUT_DOES_NOT_COMPILE = "output_does_not_compile", "The file with it does not compile."
    REPLACEMENT_RUNS_PAST_ITS_RANGE = (
        "replacement_runs_past_its_range",
        "It changes how lines that it does not replace are read.",
    )
    IMPORT_OUTSIDE_THE_TARGET = (
        "import_outside_the_target",
        "It brings in a module, or reaches one, that is no public part of the library it may use.",
    )
    NAME_OUTSIDE_THE_QUESTION = (
        "name_outside_the_question",
        "It uses a name that the replaced lines do not use and that it does not make itself.",
    )


class ProposalOutcome(Word):
    """What became of a question to a model; the first that holds is its word."""

    UNANSWERED = "unanswered", "There is no answer."
    NOTHING_PROPOSED = "nothing_proposed", "The model answered that it has nothing to propose."
    GUARD_REFUSED = "guard_refused", "The answer was checked and refused."
    NOT_APPLIED = "not_applied", "The answer passed every check; this run was not to write anything."
    NOT_ACCEPTED = "not_accepted", "The answer passed every check; nobody accepted it, so this run did not write it."
    FILE_ALREADY_PROPOSED = (
        "file_already_proposed",
        "The answer passed every check and was accepted; an earlier one changes the same file in this run.",
        "Run again after this change is in.",
    )
    WRITE_REFUSED = "write_refused", "The answer was to be written, and the write was refused."
    WRITTEN = "written", "The answer was written."


class AnswerWord(Word):
    """Answers to a run's questions that are no names of the repository or of a pack."""

    LEAVE = "leave", "Change nothing."
    RAISE = "raise", "Raise the project's lowest Python where it stands, and let the dependency line move."
    EVERY = "every", "Do it in every one of the files."


class AnsweredBy(Word):
    """Who answered a question of a run."""

    PIPELINE = "pipeline", "The pipeline found the answer by itself."
    PERSON = "person", "A person answered."
    SCREENING = "screening", "A model answered while the plan was screened."


class ScreeningFunction(Word):
    """What a model is asked while a plan is screened."""

    REPAIR_PLAN = "repair_plan", "Amend a plan that is blocked, or in which nothing could be planned."
    ANSWER_QUESTIONS = "answer_questions", "Answer the questions of the plan that are open."
    REVISE_PLAN = "revise_plan", "Amend the plan as a maintainer asked in words."


class ScreeningSkip(Word):
    """Why a plan was not screened; it stands as the pipeline drafted it."""

    NOT_CONFIGURED = "not_configured", "Nobody was named who screens plans."
    NOT_NEEDED = "not_needed", "Nothing is blocked, nothing is asked, and nobody wanted a change."
    POLICY = "policy", "The owner or the operator does not let a model amend the plan."
    UNSUPPORTED = "unsupported", "The screener does not do what was needed."
    UNAVAILABLE = "unavailable", "The screener could not be reached, failed, or did not answer in time."
    BLOCKED = "blocked", "There was nothing to screen: no plan, or no source that evidence could be looked up in."


class AmendmentKind(Word):
    """What a model may amend in a plan."""

    SET_MANIFEST = "set_manifest", "Declare the new library in this dependency file."
    SET_TARGET_VERSION = "set_target_version", "Narrow which releases of the new library are declared."
    SET_CLIENT_HOME = "set_client_home", "Take the shared client from this module."
    SET_CLIENT_NAME = "set_client_name", "Call the clients that are made by this name."
    MAP_MODEL_NAME = "map_model_name", "Ask for this model in place of one that was switched off."
    EXCLUDE_PATH = "exclude_path", "Leave this file or folder out of the migration."
    RAISE_PYTHON_FLOOR = "raise_python_floor", "Raise the project's lowest Python, which the new library needs."
    ADD_WARNING = "add_warning", "Tell the maintainer something about the plan."
    ANSWER_QUESTION = "answer_question", "Answer a question of the plan."


class AmendmentRefusal(Word):
    """Why an amendment did not land, in the order asked; the first that holds is its word."""

    TOO_MANY = "too_many", "Only the first 32 amendments of a screening are looked at."
    MISSHAPEN = "misshapen", "It is not an amendment: a part is missing, unknown, or of another type."
    NOT_DISPLAYABLE = "not_displayable", "It holds characters that cannot be seen, or is longer than is kept."
    NO_SOURCE = "no_source", "The source cannot be read, so no evidence can be looked up."
    NO_REASON = "no_reason", "It gives no reason."
    NO_EVIDENCE = "no_evidence", "It names no evidence."
    EVIDENCE_NOT_THERE = "evidence_not_there", "It names evidence that is no file of the tree."
    PATH_OUTSIDE_ROOT = "path_outside_root", "It names a path that is not one inside the repository."
    PATH_NOT_THERE = "path_not_there", "It names a path that is not in the tree."
    PART_NOT_TAKEN = "part_not_taken", "It gives a part that this kind of amendment does not take, or leaves one out."
    UNKNOWN_PACK = "unknown_pack", "It names a migration that this run does not make."
    OBSERVED_OTHERWISE = "observed_otherwise", "The run observed something else, which is not overruled."
    DECIDED_BY_PERSON = "decided_by_person", "A person decided this already."
    AMENDED_ALREADY = "amended_already", "An earlier amendment of this screening decided it."
    NOTHING_WAITS = "nothing_waits", "No question under this key waits for an answer."
    EMPTY_ANSWER = "empty_answer", "It answers with nothing."
    ANSWERED_ALREADY = "answered_already", "The question is answered."
    NOT_ALLOWED = "not_allowed", "The question does not take this answer."
    NOT_A_NAME = "not_a_name", "It is no plain name for a variable."
    RELEASE_NOT_MEASURED = "release_not_measured", "No release on which the rules were measured is left by it."
    FLOOR_NOT_REQUIRED = "floor_not_required", "No migration was observed to be held up by the Python that is promised."
    CODE_IS_OURS = "code_is_ours", "A warning's code is Obelize's own and cannot be chosen."
    ANSWERS_GO_FIRST = "answers_go_first", "An answer goes through the questions, not into the plan."


class PackBlock(Word):
    """What kept a whole migration from being planned."""

    PYTHON_TOO_OLD = "python_too_old", "The project promises a Python on which the new library cannot be installed."
    NOTHING_PLANNED = "nothing_planned", "The library is used, and no file of it could be planned."


class ModelClass(Word):
    """What kind of model somebody says they ask."""

    STANDARD = "standard", "A model that answers at once."
    REASONING = "reasoning", "A model that reasons before it answers."


class Stage(Word):
    """The stages of an arc, in their order."""

    STRATEGY = "strategy", "The plan is looked at: answers and amendments."
    EXECUTION = "execution", "Every question about a place is asked; the guard judges each answer."
    CRITIC = "critic", "The answers that passed are looked at once more, without what was said before."
    EVALUATION = "evaluation", "What was found is checked, by no model."
    ACCEPT = "accept", "A person decides."


class RelayKind(Word):
    """What a step of the relay came to."""

    AWAITING = "awaiting", "A turn is open and waits for a reply."
    GAP = "gap", "The pack has notes, and none of them is about what was changed: nothing was asked."
    ADVANCED = "advanced", "The arc went on to its next stage."


class Resolution(Word):
    """What a strategy wants."""

    CHANGE = "change", "Edits are wanted."
    ANSWER_ONLY = "answer_only", "The plan is amended; no edits are proposed."
    LEAVE = "leave", "Nothing is to be done here."


class ArcStatus(Word):
    """Where an arc stands."""

    OPEN = "open", "It goes on."
    WAITS_FOR_PERSON = "waits_for_person", "All of it is answered; a person decides."


class ReplyFault(Word):
    """Why a reply was not taken; nothing changed."""

    NOTHING_OPEN = "nothing_open", "No turn waits for a reply."
    TOO_LONG = "too_long", "It is longer than is read."
    NO_TURN = "no_turn", "It does not say which turn it answers."
    OTHER_TURN = "other_turn", "It answers another turn: of another head or repository, or one that is over."
    NO_JSON = "no_json", "It holds no JSON object."
    NOT_THE_FORM = "not_the_form", "A part of it is missing, unknown, or of another type."
    NOT_ASKED = "not_asked", "It answers something that was not asked."
    NOT_ANSWERED = "not_answered", "It leaves out something that was asked; null is an answer."
    UNKNOWN_RESOLUTION = "unknown_resolution", "Its resolution is no word for one."


class CriticCheck(Word):
    """What a finding of the critic claims, so that it can be looked up."""

    TEXT_LOST = "text_lost", "The replaced lines hold this text, and the replacement does not."
    TEXT_ADDED = "text_added", "The replacement holds this text, and the replaced lines do not."
    OLD_NAME_LEFT = "old_name_left", "The replacement still names this of the old library."
    NEW_NAME_UNKNOWN = "new_name_unknown", "The replacement names this, which the new library does not have."


class ProviderName(Word):
    """Which model a run may ask."""

    NONE = "none", "No model is asked."
    OPENAI_COMPAT = "openai_compat", "An endpoint that speaks OpenAI's chat completions."
    RELAY = "relay", "Questions are handed out as text, and somebody brings the answers back."


class Part(Word):
    """What `obelize doctor` looks at, in this order."""

    SETTINGS = "settings", "The operator's settings are complete and can be used."
    KEY = "key", "The App's private key signs, GitHub accepts it, and nobody else can read its file."
    CLOCK = "clock", "The machine's clock agrees with GitHub's."
    PERMISSIONS = "permissions", "The App has what app.yml asks for, and each owner has granted it."
    EVENTS = "events", "GitHub sends the events that app.yml asks for."
    WEBHOOK = "webhook", "GitHub delivers to this server's public address, signed with its secret."
    DELIVERIES = "deliveries", "What GitHub delivered lately has arrived."
    DATABASE = "database", "The database opens and has the tables of this version."
    STORAGE = "storage", "Run folders can be written, read and deleted."
    GIT = "git", "Git is there, and new enough."
    MODEL = "model", "Whether a model may be asked, and which; it is not called."


class Health(Word):
    """How a part is."""

    WELL = "well", "Nothing is to be done."
    PROBLEM = "problem", "Something has to be mended."
    UNKNOWN = "unknown", "It could not be looked at."


class OfferState(Word):
    """Where a place that was offered to people stands."""

    OFFERED = "offered", "Waits for a person."
    ACCEPTED = "accepted", "Somebody accepted it, and it is in a commit."
    REJECTED = "rejected", "Somebody declined it; it is not offered again."
    SUPERSEDED = "superseded", "A newer run offers the same place, or has no need to."
    STALE = "stale", "The pull request has another head by now."


class CommandVerb(Word):
    """What a person may ask of Obelize in a comment; the sentence is what `/obelize help` says of it."""

    HELP = "help", "Tell what can be asked here."
    FIX = "fix", "Read the pull request again and plan anew."
    APPLY = "apply", "Commit everything that rules can rewrite."
    ACCEPT = "accept", "Commit proposals of a model, by number."
    REJECT = "reject", "Decline proposals, by number; they are not offered again."
    EXPLAIN = "explain", "Tell all that is known about a proposal."
    SHOW_CONTEXT = "show-context", "Show what a model was sent, or would be."
    VERIFY = "verify", "Ask the repository's own checks about the last commit of Obelize."
    UNDO = "undo", "Take back the last commit of Obelize."
    ANSWER = "answer", "Answer a question of the run."
    REVISE = "revise", "Have a model amend the plan as the words behind it say."
    REPLY = "reply", "Bring the reply to the relay's open turn, in a fence below the command."
    PAUSE = "pause", "Stop reading this pull request."
    RESUME = "resume", "Read this pull request again, and speak again."
    MUTE = "mute", "Write no comments on this pull request; the check stays."
    MIGRATE = "migrate", "On an issue: open a pull request that migrates the default branch."


class CommandOrigin(Word):
    """How a command came in."""

    COMMENT = "comment", "A comment on the pull request or issue."
    BUTTON = "button", "A button of the check."


class CommandState(Word):
    """Where a command stands."""

    ENQUEUED = "enqueued", "Waits for its turn."
    DEFERRED = "deferred", "Something else was at work on the pull request; it is tried again."
    DONE = "done", "Carried out."
    REFUSED = "refused", "Not carried out, and the person was told why."
    IGNORED = "ignored", "Nothing that Obelize answers."
    BROKEN = "broken", "Ended in an error of Obelize or of GitHub; the sweep tries again."


class CommandRefusal(Word):
    """Why a command was not carried out."""

    MAY_NOT_WRITE = (
        "may_not_write",
        "Commands are taken from people who can write to this repository.",
        "Ask one of its maintainers.",
    )
    COMMENT_CHANGED = (
        "comment_changed",
        "The comment was edited after it was posted, so it is not acted on.",
        "Write the command in a new comment.",
    )
    UNKNOWN_COMMAND = "unknown_command", "There is no such command.", "`/obelize help` lists them."
    WRONG_ARGUMENTS = "wrong_arguments", "The command takes other arguments."
    NOT_ON_ISSUES = "not_on_issues", "This command belongs on a pull request.", "Only `/obelize migrate` works here."
    ONLY_ON_ISSUES = "only_on_issues", "This command belongs on an issue.", "Write it there."
    PULL_CLOSED = "pull_closed", "The pull request is closed.", "Reopen it first."
    NO_RUN = "no_run", "No finished run of the present head is there.", "Wait for the check, or say `/obelize fix`."
    HEAD_MOVED = (
        "head_moved",
        "The pull request has another head than the one that the numbers belong to.",
        "Wait for the check of the new head; it has numbers of its own.",
    )
    NO_SUCH_NUMBER = "no_such_number", "The run has no proposal of this number that passed its checks."
    ALREADY_DECIDED = "already_decided", "This proposal was decided before."
    FILE_ALREADY_CHANGED = (
        "file_already_changed",
        "Two of the proposals change one file, and each was checked alone.",
        "Accept one; the run after it offers the other anew.",
    )
    NOTHING_TO_APPLY = "nothing_to_apply", "Rules have nothing to rewrite in this run."
    NOTHING_TO_UNDO = "nothing_to_undo", "No commit of Obelize stands here that could be taken back."
    NOTHING_TO_VERIFY = "nothing_to_verify", "No commit of Obelize stands here whose checks could be asked."
    CHANGED_SINCE = (
        "changed_since",
        "Somebody changed a file since Obelize wrote it; taking it back would lose that.",
        "Put back by hand what is wanted; the run folder has the bytes from before.",
    )
    NO_SUCH_QUESTION = "no_such_question", "No question with this key is open."
    NOT_AN_ANSWER = "not_an_answer", "The question does not take this answer."
    NO_RELAY = "no_relay", "No turn of the relay is open on the present head.", "The check tells when one is."
    NO_FENCE = (
        "no_fence",
        "No reply stands in a fence below the command.",
        "Put it between two lines of three backticks each, in a new comment.",
    )
    REPLY_NOT_TAKEN = "reply_not_taken", "The reply was not taken, and nothing was changed."
    NOBODY_SCREENS = (
        "nobody_screens",
        "No model may amend plans here.",
        "The operator turns it on; questions can be answered with `/obelize answer`.",
    )
    PATH_NEVER_WRITTEN = (
        "path_never_written",
        "Obelize never writes below `.github/`.",
        "Change these files by hand; the patch is in the run folder.",
    )
    NOT_A_PLAIN_FILE = (
        "not_a_plain_file",
        "One of the paths is a link or a submodule by now.",
        "Change it by hand; the patch is in the run folder.",
    )
    BRANCH_PROTECTED = (
        "branch_protected",
        "A rule of the branch does not let Obelize commit to it.",
        "Take the patch from the run folder, or let the App bypass the rule.",
    )
    FORK_NOT_WRITABLE = (
        "fork_not_writable",
        "The pull request comes from a fork that Obelize cannot write to.",
        "Take the patch or the suggestions, or have the author allow edits by maintainers.",
    )
    NOT_GRANTED = (
        "not_granted",
        "Obelize was not granted to write to this repository.",
        "Take the patch from the run folder, or have an owner accept the App's permissions.",
    )
    BRANCH_NOT_OURS = (
        "branch_not_ours",
        "Somebody else committed to the branch of the migration, and Obelize leaves it to them.",
        "Merge the branch, or delete it, then ask again.",
    )
    NO_CONFIGURATION = (
        "no_configuration",
        "`.obelize.yml` of the default branch cannot be used, or says that Obelize is paused.",
        "Mend it, then ask again; `obelize fix` shows what is wrong with it.",
    )
    GITHUB_REFUSED = (
        "github_refused",
        "GitHub did not take the commit, and nothing was written.",
        "Take the patch from the run folder.",
    )
    FORK_GONE = "fork_gone", "The fork that the pull request came from was deleted.", "Take the patch."
    IN_MERGE_QUEUE = (
        "in_merge_queue",
        "The pull request is in a merge queue, which a commit would throw it out of.",
        "Take it out of the queue first.",
    )
    TOO_LARGE = "too_large", "The change is larger than GitHub takes in one commit.", "Take the patch."
    BOT_IS_PAUSED = "bot_is_paused", "Obelize is paused here.", "`/obelize resume` first."


class CommitKind(Word):
    """Why Obelize made a commit."""

    APPLY = "apply", "Somebody asked for what rules can rewrite."
    ACCEPT = "accept", "Somebody accepted proposals."
    UNDO = "undo", "Somebody asked to take a commit back."
    MIGRATE = "migrate", "Somebody asked for a migration of the default branch."


class RunMode(Word):
    """What a run was meant to do."""

    SCAN = "scan", "Find the uses; plan nothing, write nothing."
    PLAN = "plan", "Find the uses and plan the edits; write nothing."
    APPLY = "apply", "Find, plan and write."


class PackSource(Word):
    """Where a pack came from."""

    BUNDLED = "bundled", "Shipped with Obelize."
    LOCAL = "local", "Read from a folder that the person at the terminal named."


class ConfigSource(Word):
    """Where a run's configuration came from."""

    DEFAULTS = "defaults", "No .obelize.yml was found; the defaults hold."
    REPOSITORY = "repository", "The repository's own .obelize.yml."


class LimitationCode(Word):
    """Something that the run passed over or could not see; silence is not a result."""

    SUBMODULE_NOT_FOLLOWED = "submodule_not_followed", "A submodule is another repository; its files were not read."
    SYMLINK_NOT_FOLLOWED = "symlink_not_followed", "A symbolic link was not followed."
    SPECIAL_FILE_NOT_READ = "special_file_not_read", "Neither a regular file nor a link; it was not read."
    PATH_NOT_UTF8 = "path_not_utf8", "The path is not UTF-8, so GitHub cannot name it; the file was not read."
    PATH_NOT_PORTABLE = "path_not_portable", "The path holds a backslash or a control character; the file was not read."
    PATH_TOO_LONG = "path_too_long", "The path is longer than a system opens; the file was not read."
    PATH_UNSAFE = (
        "path_unsafe",
        "The path could be taken for another (absolute, a dot component, git's own folder, or listed twice); not read.",
    )
    FOLDER_NOT_READ = (
        "folder_not_read",
        "The folder holds installed packages (a virtual environment, node_modules); its files were not read.",
    )
    FILE_TOO_LARGE = "file_too_large", "The file is over the size limit and was not read."
    FILE_VANISHED = "file_vanished", "The file was listed and then could not be read."
    REACH_BOUND_HIT = (
        "reach_bound_hit",
        "Names travel through more modules, or deeper into objects, than are followed; there may be further uses.",
    )
    REPOSITORY_OVER_LIMIT = (
        "repository_over_limit",
        "The repository is over a limit of this server, and nothing of it was looked at; its operator can raise it.",
    )
    LFS_POINTER = "lfs_pointer", "The file's content is kept in Git LFS and was not fetched."
    CELL_NOT_READ = (
        "cell_not_read",
        "A cell of a notebook is not valid Python and does not name the library; what it uses is not known.",
    )
    LONE_CARRIAGE_RETURN = (
        "lone_carriage_return",
        "The file holds a carriage return without a line feed; Python counts a line there and git does not.",
    )
    OLD_LIBRARY_NOT_DECLARED = (
        "old_library_not_declared",
        "The code uses the library, but no dependency file that was read declares it.",
    )
    NEW_LIBRARY_NOT_DECLARED = (
        "new_library_not_declared",
        "Files move to the new library while no dependency file that was read declares it; add it there.",
    )
    RELEASE_NOT_MEASURED = (
        "release_not_measured",
        "A dependency file asks for releases of the new library on which the rules were not measured.",
    )
    DISTRIBUTION_NOT_FREE = (
        "distribution_not_free",
        "Old and new library are one distribution; places that stay keep all others of the repository where they are.",
    )
    FORM_NOT_READ_YET = "form_not_read_yet", "A dependency file of this form is not read yet."
    LIBRARY_NAMED_ELSEWHERE = (
        "library_named_elsewhere",
        "The dependency file names the library in a place that is no dependency; see whether it has to change.",
    )
    MODEL_SWITCHED_OFF = (
        "model_switched_off",
        "A call asks for a model that its provider has switched off; the new library does not change that.",
    )
    CLASSIFIERS_LEFT = (
        "classifiers_left",
        "The project's lowest Python rises, and classifiers of the file still name older ones; they were left.",
    )
    WARNED_BY_SCREENING = "warned_by_screening", "A model said this of the plan while it was screened."
    ANSWER_NOT_USED = (
        "answer_not_used",
        "An answer was given to what is not asked, or one that cannot be taken.",
    )
    CLIENT_NAME_NOT_USED = (
        "client_name_not_used",
        "A name for clients was given to a migration that makes none.",
    )
    ANNOTATIONS_CAPPED = (
        "annotations_capped",
        "More places were left than a check shows; the run folder holds all of them.",
    )
    DIFF_NOT_KNOWN = (
        "diff_not_known",
        "The pull request's own changes could not be determined, so it was taken as not relevant.",
    )


class PathChange(Word):
    """What a pull request does to a regular file; a file that becomes a link counts as deleted."""

    ADDED = "added", "The file is not in the base."
    MODIFIED = "modified", "The file is in both, with other bytes or another mode."
    DELETED = "deleted", "The file is not in the head."


class Conclusion(Word):
    """How a run on a pull request ended (mapped to GitHub's words in `bot/forge/words.py`)."""

    NOTHING_LEFT = "nothing_left", "The run completed and nothing is left to do."
    WAITS_FOR_PERSON = "waits_for_person", "The pull request touches the migration, and something waits for a person."
    ROWS_LEFT = "rows_left", "Places are left, none of which this pull request has to settle."
    RUN_FAILED = (
        "run_failed",
        "The configuration cannot be used, or a written change broke the repository's own checks.",
    )
    LEDGER_WRONG = (
        "ledger_wrong",
        "The sums of the run do not add up, which is a fault of Obelize; nothing it says is certain.",
    )
    OVER_LIMIT = (
        "over_limit",
        "The repository is over a limit of this server; nothing of it was looked at, and nothing is known about it.",
    )
    OVERTAKEN = "overtaken", "A newer head took over."
    BROKE_CHECKS = "broke_checks", "A commit of Obelize broke the repository's own checks."
    SWITCHED_OFF = "switched_off", "The owner paused Obelize or asked for quiet."
    INTERNAL_ERROR = "internal_error", "Obelize itself failed; nothing was changed."


class AnnotationLevel(Word):
    """How loud an annotation of the check is (mapped to GitHub's words in `bot/forge/words.py`)."""

    NOTE = "note", "Worth knowing; nothing breaks for it."
    ATTENTION = "attention", "A place that somebody has to look at."
    FAULT = "fault", "Something that is wrong as it stands."


class ChildFate(Word):
    """What became of the confined children that read files, as the metrics count them."""

    STARTED = "started", "A child was started."
    DIED = "died", "A child died under a file."
    OUT_OF_MEMORY = "out_of_memory", "A child had no memory left for a file."
    TIMED_OUT = "timed_out", "A file was not done in time, and its child was killed."
    MISUNDERSTOOD = "misunderstood", "What a child answered is no answer, and it was killed."
    NOT_READY = "not_ready", "A child did not get ready."


class RunState(Word):
    """Where the run of one head and attempt stands."""

    ENQUEUED = "enqueued", "Waits for its turn."
    RUNNING = "running", "Works."
    FINISHED = "finished", "Ended with a check that counts."
    SUPERSEDED = "superseded", "A newer head took over."
    DEFERRED = "deferred", "Another run of the same pull request was at work; a new attempt follows."
    BROKEN = "broken", "Ended in an error of Obelize or of GitHub; the sweep tries again."
    DROPPED = "dropped", "Nothing is to be done any more: closed, suspended, uninstalled."


class DeliveryOutcome(Word):
    """How a delivery ended."""

    RUN_ENQUEUED = "run_enqueued", "A run was enqueued."
    RECORDED = "recorded", "The installation's or repository's state was updated."
    ANSWERED = "answered", "GitHub checked that the receiver answers; nothing else was asked."
    IGNORED_EVENT = "ignored_event", "Ignored: no handler for this event."
    IGNORED_ACTION = "ignored_action", "Ignored: no handler for this action of the event."
    IGNORED_NOT_JSON = "ignored_not_json", "Ignored: the body is not a JSON object."
    IGNORED_INCOMPLETE = "ignored_incomplete", "Ignored: the payload lacks what the handler needs."
    IGNORED_NO_INSTALLATION = (
        "ignored_no_installation",
        "Ignored: the delivery comes from a repository's own hook, not from an installation of the App.",
    )
    IGNORED_OTHER_APP = "ignored_other_app", "Ignored: the check belongs to another App."
    IGNORED_NO_HEAD = "ignored_no_head", "Ignored: no open pull request with this head is known."
    IGNORED_UNCHANGED = "ignored_unchanged", "Ignored: nothing that the run depends on changed."
    IGNORED_SUSPENDED = "ignored_suspended", "Ignored: the installation is suspended or gone."
    IGNORED_OTHER_BRANCH = "ignored_other_branch", "Ignored: the push is not to the default branch, or deletes it."
    IGNORED_NO_COMMAND = "ignored_no_command", "Ignored: the comment holds no command."
    IGNORED_BOT = "ignored_bot", "Ignored: a program wrote it."
    IGNORED_CLOSED = "ignored_closed", "Ignored: the pull request or issue is closed."
    COMMAND_ENQUEUED = "command_enqueued", "A command was enqueued."
    VERDICT_ENQUEUED = "verdict_enqueued", "The repository's checks on a commit of Obelize are to be asked."
    IGNORED_OTHER_COMMIT = "ignored_other_commit", "Ignored: no commit of Obelize is meant."
    IGNORED_OWN_CHECK = "ignored_own_check", "Ignored: the check is Obelize's own."
    FAILED_DELIVERY = "failed_delivery", "Failed; the sweep enqueues the delivery again."


class RunDemand(Word):
    """How strongly a delivery asks for a run of a head."""

    ONCE = "once", "A run, unless the head has a finished check or a run on its way."
    AGAIN = "again", "One more run, unless one that has not started yet is on its way."


class ReceiverAnswer(Word):
    """What the webhook receiver answered, for its one log line."""

    ACCEPTED = "accepted", "Stored and enqueued."
    ALREADY_KNOWN = "already_known", "The delivery was stored before."
    WRONG_METHOD = "wrong_method", "Only POST is answered here."
    WRONG_TYPE = "wrong_type", "The content type is not application/json."
    TOO_LARGE = "too_large", "The body is over 25 MB, more than GitHub ever sends."
    BODY_INCOMPLETE = "body_incomplete", "The body ended early or did not arrive in time."
    BUSY = "busy", "Too many bodies were being read at once; GitHub may send it again."
    HEADER_MISSING = "header_missing", "A header that GitHub always sends is missing."
    HEADER_MALFORMED = "header_malformed", "A header does not have the form that GitHub sends."
    SIGNATURE_MISSING = "signature_missing", "No SHA-256 signature came with the delivery."
    SIGNATURE_WRONG = "signature_wrong", "The signature does not fit the body."
    STORE_UNAVAILABLE = "store_unavailable", "The delivery could not be stored; GitHub may send it again."


class SignInRefusal(Word):
    """Why somebody was not signed in to the pages."""

    NOT_SWITCHED_ON = (
        "not_switched_on",
        "Nobody can sign in here.",
        "The operator of this server sets GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.",
    )
    TOO_MANY_SIGN_INS = "too_many_sign_ins", "There were too many sign-ins in a short time.", "Try again in a minute."
    ATTEMPT_UNKNOWN = (
        "attempt_unknown",
        "This browser did not begin that sign-in, or began it more than ten minutes ago.",
        "Open the page again that you came from.",
    )
    PERSON_DECLINED = (
        "person_declined",
        "You did not let GitHub tell who you are.",
        "Open the page again that you came from, and authorize the App.",
    )
    CODE_NOT_TAKEN = (
        "code_not_taken",
        "GitHub did not take what your browser brought back.",
        "Open the page again that you came from.",
    )
    GITHUB_SILENT = (
        "github_silent",
        "GitHub did not say who you are or what you may read.",
        "Try again in a minute.",
    )
    FORM_NOT_OURS = (
        "form_not_ours",
        "This was not asked for on a page of this server, or you are signed out already.",
    )


class ExitCode(IntEnum):
    """How `obelize` exits; where several apply, the first in the order 2, 1, 7, 12, 5, 3, 6, 4, 0."""

    sentence: str

    def __new__(cls, value: int, sentence: str) -> Self:
        """A member written as its number and its sentence."""
        code = int.__new__(cls, value)
        code._value_ = value
        code.sentence = sentence
        return code

    DONE = 0, "Done."
    UNEXPECTED = 1, "An error that Obelize did not expect."
    USAGE = 2, "The command or its input cannot be used as given."
    VERIFICATION_FAILED = 3, "The verification commands failed."
    ROWS_LEFT = 4, "Places are left for a person, or have a status that --fail-on names."
    POLICY_REFUSED = 5, "A policy forbids what was asked."
    NO_VERDICT = 6, "Verification came to no verdict."
    INVALID_PACK = 7, "A pack cannot be used."
    RELAY_GAP = 12, "The relay found no grounding to ask with."


SETS: tuple[type[Word], ...] = tuple(Word.__subclasses__())
