// Loads the English words of the pages behind the sign-in: for their layout.
import { addEnglish } from './text.ts'
import { page } from './words/en/page.ts'

addEnglish(page)
