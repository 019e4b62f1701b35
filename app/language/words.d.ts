/** Loads a section of the English texts with the code that uses it; the build generates it from `words/en.json`. */
declare module 'virtual:words/*'
