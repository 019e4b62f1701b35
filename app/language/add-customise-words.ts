// Loads the English words of arranging the summary, with its code.
import { addEnglish } from './text.ts'
import { customise } from './words/en/customise.ts'

addEnglish(customise)
