// Loads the English words of the command menu and the sheet of keys, with their code.
import { addEnglish } from './text.ts'
import { command } from './words/en/command.ts'
import { shortcuts } from './words/en/shortcuts.ts'

addEnglish({ ...command, ...shortcuts })
