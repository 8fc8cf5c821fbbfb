class Translator:
    def __init__(self, llm):
        self.llm = llm

    def run(self, word, language):
        return self.llm.generate(f"What is '{word}' in {language}?")
