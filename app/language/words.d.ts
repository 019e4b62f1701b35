/** Loads a section of the English words with the code that says it; made by the build from `words/en.json`. */
declare module 'virtual:words/*'
