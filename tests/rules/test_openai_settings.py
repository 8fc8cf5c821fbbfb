"""Settings of openai's module: which become what, and their neighbours that stay.

That the forms do the same on both libraries is shown by the programs `proxy`, `azure_token` and `idle_settings` of
`tests/wire/programs/openai`.
"""

import pytest

from bot.packs.loader import bundled_packs
from bot.packs.surface import SurfaceIndex
from bot.rules.engine.kinds import parameter_models
from tests.rules.rewriting import rewritten, words

(SURFACE,) = (
    SurfaceIndex(each.pack) for each in bundled_packs(parameter_models()) if each.pack.id == "openai/openai-0-to-1"
)
TOKEN = 'openai.api_type = "azuread"\nopenai.api_base = "https://x"\nopenai.api_version = "v"\nopenai.api_key = token\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            'openai.proxy = "http://127.0.0.1:7890"\n',
            'openai.http_client = openai.DefaultHttpxClient(proxy="http://127.0.0.1:7890")\n',
            id="a proxy",
        ),
        pytest.param(
            'openai.proxy = f"http://{host}"  # why\n',
            'openai.http_client = openai.DefaultHttpxClient(proxy=f"http://{host}")  # why\n',
            id="a proxy of parts, and a comment",
        ),
        pytest.param("x = 1\nopenai.verify_ssl_certs = False\ny = 2\n", "x = 1\ny = 2\n", id="a setting without effect"),
        pytest.param("if x:\n    openai.debug_ = 1\n    openai.enable_telemetry = x\n", "if x:\n    openai.debug_ = 1\n", id="the last of a block"),
        pytest.param("if x:\n    openai.ca_bundle_path = y.z\n", "if x:\n    pass\n", id="all of a block"),
        pytest.param("openai.verify_ssl_certs = False", "", id="the last line without its end"),
        pytest.param(
            TOKEN,
            'openai.api_type = "azure"\nopenai.azure_endpoint = "https://x"\nopenai.api_version = "v"\n'
            "openai.azure_ad_token = token\n",
            id="a token of Azure's directory",
        ),
    ],
)  # fmt: skip
def test_becomes(before: str, after: str) -> None:
    head = "import openai\nhost = token = x = y = 1\n"
    result = rewritten((head + before).encode(), SURFACE)
    assert isinstance(result, bytes)
    assert result.decode() == head + after


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("openai.proxy = os.getenv('PROXY')\n", id="a proxy that may be nothing"),
        pytest.param("openai.proxy = 'socks5://127.0.0.1:1080'\n", id="a proxy of another kind"),
        pytest.param("openai.proxy = '127.0.0.1:7890'\n", id="a proxy whose kind is not said"),
        pytest.param("openai.proxy = {'http': 'http://x', 'https': 'http://y'}\n", id="a proxy a scheme"),
        pytest.param("openai.proxy = None\n", id="no proxy"),
        pytest.param("openai.proxy = 'http://x'\nopenai.proxy = 'http://y'\n", id="one proxy after another"),
        pytest.param("x = openai.proxy = 'http://x'\n", id="two targets"),
        pytest.param("openai.verify_ssl_certs = ask()\n", id="a value that does something"),
        pytest.param("openai.verify_ssl_certs = False  # why\n", id="a comment that would be lost"),
        pytest.param("x = 1; openai.verify_ssl_certs = False\n", id="behind a statement"),
        pytest.param("def f():\n    openai.api_type = 'azure_ad'\n" + TOKEN, id="a token set in two ways"),
        pytest.param(TOKEN.replace("openai.api_key = token\n", ""), id="a token from elsewhere"),
        pytest.param(TOKEN + "print(openai.api_key)\n", id="a token that is read"),
        pytest.param(TOKEN + "def f():\n    openai.api_key = token\n", id="a token that is made anew"),
        pytest.param(TOKEN.replace("openai.api_key", "if x:\n    openai.api_key"), id="a token under a condition"),
        pytest.param(
            TOKEN.replace('openai.api_base = "https://x"\n', "openai.proxy = 'http://x'\n"),
            id="a service without its address",
        ),
    ],
)
def test_stays(code: str) -> None:
    assert "setting_not_provable" in words(f"import openai, os\ntoken = x = 1\n{code}".encode(), SURFACE)


@pytest.mark.parametrize("setting", ['openai.proxy = "http://x"\n', TOKEN])
@pytest.mark.parametrize(
    "call",
    [
        pytest.param("async def f():\n    await openai.Completion.acreate(model='m', prompt='')\n", id="awaited"),
        pytest.param("openai.Completion.create(model='m', prompt='', api_key='k')\n", id="with its own key"),
    ],
)
def test_a_call_with_a_client_of_its_own_stays_beside_what_the_module_alone_has(setting: str, call: str) -> None:
    assert "argument_changed" in words(f"import openai\ntoken = 1\n{setting}{call}".encode(), SURFACE)
