import type { TemplateParameter, TrackingTemplate } from '@tillsight/platforms'
import { otherNames } from './read-pairs.ts'

/** How to fix a parameter that arrived as an unfilled macro. */
export function unfilledTodo(
  { name, found }: { readonly name: string; readonly found: string },
  { parameters, field, macro }: TrackingTemplate,
): string {
  const own = parameters.find((parameter) => parameter.name === name || otherNames[parameter.name]?.includes(name))
  if (own && found !== own.value && !isFixed(own, macro))
    return `${found} is no macro that the platform fills in here: write ${own.name}=${own.value} into “${field}”.`
  if (own && isFixed(own, macro)) return `Write ${own.name}=${own.value} into “${field}”: that is a fixed text.`
  if (own || macro.test(found)) {
    return `The platform fills it in only in “${field}”: take it out of the ad’s website address and write it there. A few visits can be previews.`
  }
  return `${found} is no macro of this platform: take ${name} out of the ad’s address.`
}

function isFixed({ value }: TemplateParameter, macro: RegExp): boolean {
  return !macro.test(value)
}
