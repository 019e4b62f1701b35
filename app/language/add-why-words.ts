// Loads the English words of what explains a figure, with its code.
import { addEnglish } from './text.ts'
import { order } from './words/en/order.ts'
import { why } from './words/en/why.ts'

addEnglish({ ...order, ...why })
