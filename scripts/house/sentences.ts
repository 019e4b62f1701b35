import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { languages } from '../../app/language/languages.ts'
import { isTest, readSources, type Source } from './sources.ts'

/** Where sentences are worded that reach people by a page. What only logs, commands and programs hear stays English. */
const wording =
  /^(?:packages\/(?:domain|metrics|costs|core|storage|platforms)\/src\/|server\/(?:billing|app-services|identity)\/|server\/[\w-]+\.ts$)/
const unheard = /testing|server\/(?:config|serve|door|stores|runtime|demo-ads)\.ts$/
/** Words and phrases that stand within sentences as values. */
const values = [
  'metric',
  'dimension',
  'column',
  'columns',
  'it',
  'them',
  'month',
  'year',
  'minute',
  'minutes',
  'connections can be made',
  'keys can be created',
  'invitations can be sent',
  'no plan was chosen in time',
  'the first payment was not finished',
  'a payment failed',
  'the trial ended without a way to pay',
  'the subscription has ended',
  'asks us to slow down',
  'is down for maintenance or overloaded',
  'under this filter',
  'in these rows; their totals stand',
]
/** Of a declaration: read by the documentation and the API's description. What columns of files mean stands in `help`. */
const declared = new Set(['about', 'description', 'summary', 'title', 'example', 'note'])
/** Sentences that stay English: the schema library's own, with the path of a field. Pages say something of their own in place of them. */
const untranslated = new Set(['{0} is missing.', '{0} is not valid: {1}{2}.'])
const home = 'app/language/sentences'
const platformHome = 'packages/platforms/src/texts'

/** Checks that every sentence that the packages and the server word has a translation in each language, and each a use. */
export function checkSentences(root: string): string[] {
  const sources = readSources(root).filter(({ path }) => wording.test(path) && !unheard.test(path) && !isTest(path))
  const worded = new Set([...sources.flatMap(sentencesIn), ...values])
  return languages
    .filter((language) => language !== 'en')
    .flatMap((language) => {
      const texts = readTexts(root, `${home}/${language}.json`)
      const ofPlatforms = readTexts(root, `${platformHome}/${language}.json`)
      const missing = [...worded].filter(
        (text) => !texts.has(text) && !isIn(ofPlatforms, text) && !untranslated.has(text),
      )
      const unused = [...texts.keys()].filter((text) => !worded.has(text) || untranslated.has(text))
      const others = [...texts].filter(([english, text]) => holesIn(english) !== holesIn(text))
      return [
        ...missing.map((text) => `${home}/${language}.json: no translation of “${text}”`),
        ...unused.map((text) => `${home}/${language}.json: nothing says “${text}”`),
        ...others.map(([english]) => `${home}/${language}.json: other values than in “${english}”`),
      ]
    })
}

/** Texts of platforms stand there without the full stop that some have in a sentence. */
function isIn(texts: ReadonlyMap<string, string>, text: string): boolean {
  return texts.has(text) || texts.has(text.replace(/\.$/, ''))
}

function readTexts(root: string, file: string): ReadonlyMap<string, string> {
  const content: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'))
  return new Map(Object.entries(content ?? {}).map(([english, text]: [string, unknown]) => [english, String(text)]))
}

function holesIn(text: string): string {
  return [...text.matchAll(holes)]
    .map(([hole]) => hole)
    .toSorted()
    .join(' ')
}

const holes = /\{(\d+)\}/g

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The sentences that a file words, with `{0}` for each value in them. */
export function sentencesIn({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const found: string[] = []
  // Findings: their titles have no full stop.
  const isOfFindings = path.includes('/domain/src/health/')
  visit(parseSync(path, text).program, { isSaid: isOfFindings, isOfFindings, found })
  return found
}

interface Visit {
  /** Whether any text here is said to people: a message, an error of a schema. */
  readonly isSaid: boolean
  readonly isOfFindings: boolean
  readonly found: string[]
}

function visit(value: unknown, context: Visit): void {
  if (Array.isArray(value)) for (const each of value) visit(each, context)
  if (!isNode(value) || /^(?:ImportDeclaration|TSInterface|TS\w*Type)/.test(value.type)) return
  const text = templateOf(value)
  if (text !== undefined) visitText(value, text, context)
  else if (value.type === 'NewExpression' && nameOf(value['callee']).endsWith('Error')) visitError(value, context)
  else visitParts(value, context)
}

function visitText(node: Node, text: string, { isSaid, ...common }: Visit): void {
  if (isSaid ? isPhrase(text) : isSentence(text)) common.found.push(text)
  if (node.type === 'TemplateLiteral') visit(node['expressions'], { isSaid: common.isOfFindings, ...common })
}

/** Of errors, people read those of the closed list alone, and of these not the faults of ours. */
function visitError(node: Node, context: Visit): void {
  const [code, ...said] = Array.isArray(node['arguments']) ? node['arguments'] : []
  if (nameOf(node['callee']) !== 'AppError' || valueOf(code) === 'internal') return
  for (const [index, each] of said.entries()) visit(each, { ...context, isSaid: index === 0 })
}

function visitParts(node: Node, context: Visit): void {
  const { isOfFindings } = context
  const key = node.type === 'Property' ? nameOf(node['key']) : ''
  if (declared.has(key) && !isOfFindings) return
  const isPassed = isOfFindings || node.type === 'ConditionalExpression' || node.type === 'Property'
  const isSaid = (context.isSaid && isPassed) || key === 'error' || key === 'message'
  for (const [name, part] of Object.entries(node)) if (name !== 'parent') visit(part, { ...context, isSaid })
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : ''
}

function valueOf(node: unknown): unknown {
  return isNode(node) ? node['value'] : undefined
}

/** The text of a literal or a template, or of several that are put together. */
function templateOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'TemplateLiteral' && Array.isArray(node['quasis'])) {
    const parts = node['quasis'].map((part: unknown) => cookedOf(part))
    return parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`)
  }
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined
  const [left, right] = [templateOf(node['left']), templateOf(node['right'])]
  if (left === undefined || right === undefined) return undefined
  const before = [...left.matchAll(holes)].length
  return left + right.replaceAll(holes, (_, place: string) => `{${Number(place) + before}}`)
}

function cookedOf(part: unknown): string {
  const value = valueOf(part)
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
}

function isSentence(text: string): boolean {
  return /^[A-Z“{]/.test(text) && /[.?!]$|[.:] \{\d+\}$/.test(text) && /[a-z]{2,} [a-z]/.test(text)
}

function isPhrase(text: string): boolean {
  return /^[A-Z“{]/.test(text) && / /.test(text) && /[a-z]{2}/.test(text)
}
