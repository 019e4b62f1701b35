import type { TemplateParameter, TrackingTemplate } from '@tillsight/platforms'
import type { Say } from '../../language/index.ts'
import { otherNames } from './read-pairs.ts'
import type { WordKey } from './words.ts'

/** How to fix a parameter that arrived as an unfilled macro. */
export function unfilledTodo(
  { name, found }: { readonly name: string; readonly found: string },
  { parameters, field, macro }: TrackingTemplate,
  say: Say<WordKey>,
): string {
  const own = parameters.find((parameter) => parameter.name === name || otherNames[parameter.name]?.includes(name))
  const parameter = own ? `${own.name}=${own.value}` : ''
  if (own && found !== own.value && !isFixed(own, macro)) return say('todo.foreignMacro', { found, parameter, field })
  if (own && isFixed(own, macro)) return say('todo.fixed', { parameter, field })
  return own || macro.test(found) ? say('todo.move', { field }) : say('todo.remove', { found, name })
}

function isFixed({ value }: TemplateParameter, macro: RegExp): boolean {
  return !macro.test(value)
}
