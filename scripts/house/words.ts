import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { languages } from '../../app/language/languages.ts'
import { isTest, listFiles, readSources, type Source } from './sources.ts'

/** The texts beside a page, and the code that may use them. */
export interface WordsFolder {
  readonly folder: string
  /** The content of each language's file. */
  readonly texts: Readonly<Record<string, unknown>>
  /** Undefined where keys are not looked for: the texts are in groups, which code takes as a whole. */
  readonly code: string | undefined
}

/** The interface's own texts have forms by keys rather than ICU messages, and tests of their own. */
const ownTests = 'app/language/words'

/** Checks the texts of all pages and packages, in all languages. */
export function checkWords(root: string): string[] {
  const sources = readSources(root).filter(({ path }) => !isTest(path))
  const folders = listFiles(root, ['words/en.json']).map(dirname)
  return folders
    .filter((folder) => folder !== ownTests)
    .flatMap((folder) => {
      const texts = Object.fromEntries(languages.map((language) => [language, readJson(root, folder, language)]))
      const isFlat = Object.values(texts['en'] ?? {}).every((text) => typeof text === 'string')
      return findFaults({ folder, texts, code: isFlat ? codeOf(folder, sources) : undefined })
    })
}

function readJson(root: string, folder: string, language: string): object {
  try {
    const content: unknown = JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8'))
    return typeof content === 'object' && content !== null ? content : {}
  } catch {
    return {}
  }
}

/** The files beside the texts, and those that import the texts from elsewhere. */
function codeOf(folder: string, sources: readonly Source[]): string {
  const home = dirname(folder)
  const name = home.split('/').at(-1) ?? ''
  return sources
    .filter(({ path, text }) => path.startsWith(`${home}/`) || text.includes(`${name}/words`) || isAdded(text, name))
    .map(({ text }) => text)
    .join('\n')
}

/** Refusals are named by their keys wherever a form is refused. */
function isAdded(text: string, name: string): boolean {
  return text.includes(`/${name}/${name}.server.ts`)
}

/** What is wrong with the texts of a folder. */
export function findFaults({ folder, texts, code }: WordsFolder): string[] {
  const flat = new Map(languages.map((language) => [language as string, flatten(texts[language])]))
  const english = flat.get('en') ?? new Map<string, string>()
  const faults = [...english].flatMap(([key, text]) =>
    code === undefined || isUsed(key, code)
      ? tagFaults(text, code).map((fault) => `en ${key}: ${fault}`)
      : [`en ${key}: no code uses it`],
  )
  for (const [language, own] of flat) {
    for (const key of own.keys()) if (!english.has(key)) faults.push(`${language} ${key}: not in English`)
    for (const [key, source] of english) {
      const text = own.get(key)
      const found = text === undefined ? ['missing'] : compare({ language, text, source })
      faults.push(...found.map((fault) => `${language} ${key}: ${fault}`))
    }
  }
  return faults.map((fault) => `${folder}: ${fault}`)
}

function flatten(value: unknown, prefix = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[prefix, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(
    Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [
      ...flatten(inner, prefix === '' ? key : `${prefix}.${key}`),
    ]),
  )
}

/** A key stands in quotes, or is made from a template with at least three letters of its own. */
function isUsed(key: string, code: string): boolean {
  const name = key.startsWith(refusals) ? key.slice(refusals.length) : key
  if ([`'${name}'`, `"${name}"`, `.${name}`].some((use) => code.includes(use))) return true
  return templatesOf(code).some((template) => template.test(key))
}

const refusals = 'refused.'

function templatesOf(code: string): readonly RegExp[] {
  const known = templates.get(code)
  if (known) return known
  const found = [...code.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].flatMap(([, template = '']) => {
    const parts = template.split(/\$\{[^}]*\}/)
    // All refusals are worded by one template: it would call each of them used.
    if (parts[0] === refusals || parts.join('').length < 3) return []
    return [new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`)]
  })
  templates.set(code, found)
  return found
}

const templates = new Map<string, readonly RegExp[]>()

interface Pair {
  readonly language: string
  readonly text: string
  readonly source: string
}

function compare({ language, text, source }: Pair): string[] {
  const [own, english] = [read(text), read(source)]
  if (own === undefined) return ['not an ICU message, or one that prints numbers and dates, which code does']
  if (english === undefined) return []
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return [
    ...(language === 'fr' && breakable.test(text)
      ? ['a line may begin with a mark: its space is not one without a break']
      : []),
    ...difference('arguments', own.arguments, english.arguments),
    ...difference('choices', own.choices, english.choices),
    ...difference('tags', tagsOf(text), tagsOf(source)),
    ...own.plurals.flatMap((forms) =>
      needed.filter((form) => !forms.includes(form)).map((form) => `the plural form ${form} is missing`),
    ),
  ]
}

/** French sets these marks off by a space that keeps them on the line. */
const breakable = /« | [:;?!»]/

function difference(what: string, own: readonly string[], english: readonly string[]): string[] {
  const [one, other] = [own, english].map((list) => [...new Set(list)].toSorted().join(', '))
  return one === other ? [] : [`${what} (${one}) differ from English (${other})`]
}

interface Read {
  readonly arguments: string[]
  /** Of selections: `role: admin`. */
  readonly choices: string[]
  readonly plurals: string[][]
}

/** Undefined for what is no ICU message. */
function read(text: string): Read | undefined {
  const found: Read = { arguments: [], choices: [], plurals: [] }
  try {
    collect(compileMessageOrThrow(text), found)
  } catch {
    return undefined
  }
  return found
}

function collect(message: readonly unknown[], found: Read): void {
  for (const part of message) {
    if (!Array.isArray(part)) continue
    const [name, kind, forms]: readonly unknown[] = part
    found.arguments.push(String(name))
    if (kind === undefined) continue
    if (typeof forms !== 'object' || forms === null)
      throw new TypeError(`{${String(name)}} is a number or a date, which code prints.`)
    const entries = Object.entries(forms).filter(([, form]) => Array.isArray(form))
    const keys = entries.map(([key]) => key)
    if (kind === 'plural') found.plurals.push(keys)
    else if (kind === 'select') found.choices.push(...keys.map((key) => `${String(name)}: ${key}`))
    for (const [, form] of entries) if (Array.isArray(form)) collect(form, found)
  }
}

const tag = /<(\w+)>(?:(?!<\w+>).)*?<\/\1>/g

function tagsOf(text: string): string[] {
  return [...text.matchAll(tag)].map(([, name = '']) => name)
}

/** Tags are declared by the code that shows them, without attributes; all other HTML would be read as text. */
function tagFaults(text: string, code: string | undefined): string[] {
  const rest = text.replaceAll(tag, '')
  const html = /<\/?[a-z]/i.test(rest) ? ['HTML other than whole tags without attributes'] : []
  const undeclared = tagsOf(text).filter((name) => code !== undefined && !new RegExp(`\\b${name}: \\(`).test(code))
  return [...html, ...undeclared.map((name) => `no code shows the tag <${name}>`)]
}
