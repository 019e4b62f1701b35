// Loads the English words of what happens by itself, with its code.
import { addEnglish } from './text.ts'
import { live } from './words/en/live.ts'

addEnglish(live)
