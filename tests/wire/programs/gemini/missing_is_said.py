"""Who has no library is told to install one."""


def answer(question):
    try:
        import google.generativeai as genai
    except ModuleNotFoundError:
        return "Please install the library."
    genai.configure(api_key="AIza-own")
    model = genai.GenerativeModel("gemini-1.5-flash")
    return model.generate_content(question).text


class Provider:
    def __init__(self, key):
        try:
            import google.generativeai as genai
        except ImportError as error:
            raise RuntimeError("no library") from error
        self.key = key


print(answer("Hello"))
try:
    print(Provider("AIza-own").key)
except RuntimeError as error:
    print(error)
