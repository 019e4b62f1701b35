import { type KeyboardEvent, useEffect, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { Button, TextField } from '../../ui/index.ts'
import { type ChosenPart, type FoundPart, type PartsModel, partPrefix } from './model.ts'
import { useWords } from './words.ts'

interface PartsFieldProps {
  readonly domain: string
  /** The goods themselves, which are none of their parts. */
  readonly variant: string
  /** What was typed into a form that was not saved. */
  readonly typed: Readonly<Record<string, string>>
}

/** Typing pauses before the shop is asked. */
const pauseMs = 250

/** Names what something is made of, found by name or SKU, and tells what that costs today. */
export function PartsField({ domain, variant, typed }: PartsFieldProps) {
  const t = useWords()
  const [parts, setParts] = useState(() => partsIn(typed))
  const [search, setSearch] = useState('')
  const told = useParts(domain, parts, search)
  const names = new Map((told?.parts ?? []).map((part) => [part.variant, part]))
  const chosen = new Set([variant, ...parts.map((part) => part.variant)])
  const typedName = search.trim()
  const found = foundFor(typedName, told).filter((part) => !chosen.has(part.variant))
  const isMissed = typedName !== '' && told?.asked === typedName && found.length === 0
  const add = (part: FoundPart) => {
    setParts([...parts, { variant: part.variant, quantity: '1', name: part.name }])
    setSearch('')
  }
  const addFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Else the form would be sent.
    event.preventDefault()
    if (found[0]) add(found[0])
  }
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3.5">
      <legend className="px-1 font-medium">{t('parts.title')}</legend>
      <Chosen names={names} onChange={setParts} parts={parts} />
      <div className="max-w-md">
        <TextField
          autoComplete="off"
          help={t('parts.findHelp')}
          label={t('parts.find')}
          maxLength={80}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={addFirst}
          type="search"
          value={search}
        />
      </div>
      {found.length > 0 && (
        <ul aria-label={t('parts.found')} className="divide-y divide-line border-line border-y">
          {found.map((part) => (
            <li key={part.variant}>
              <button
                className="flex min-h-9 w-full flex-wrap items-baseline gap-x-3 px-1 py-1.5 text-start hover:bg-hover pointer-coarse:min-h-11"
                onClick={() => add(part)}
                type="button"
              >
                <span className="font-medium">
                  <span className="sr-only">{t('parts.add')} </span>
                  <bdi>{part.name}</bdi>
                </span>
                <span className="text-[13px] text-soft">{part.about}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <output className="text-[13px] text-soft">
        {isMissed && `${t('parts.missed')} `}
        {sumOf(parts, told) ?? t(parts.length === 0 ? 'parts.empty' : 'parts.adding')}
      </output>
    </fieldset>
  )
}

interface ChosenProps {
  readonly parts: readonly ChosenPart[]
  /** What is known of each, by variant. */
  readonly names: ReadonlyMap<string, PartsModel['parts'][number]>
  readonly onChange: (parts: readonly ChosenPart[]) => void
}

/** The parts that were named, each with its pieces. */
function Chosen({ parts, names, onChange }: ChosenProps) {
  const t = useWords()
  if (parts.length === 0) return null
  const nameOf = (part: ChosenPart) => part.name || names.get(part.variant)?.name || part.variant
  return (
    <ul aria-label={t('parts.list')} className="grid gap-2">
      {parts.map((part) => (
        <li className="flex flex-wrap items-center gap-3" key={part.variant}>
          <input
            aria-label={t('parts.pieces', { name: nameOf(part) })}
            className="tabular h-9 w-20 rounded-lg border border-edge bg-surface px-2 text-end pointer-coarse:h-11 pointer-coarse:text-base"
            max={1_000_000}
            min={1}
            name={`${partPrefix}${part.variant}`}
            onChange={({ target }) =>
              onChange(parts.map((each) => (each === part ? { ...each, quantity: target.value } : each)))
            }
            required
            type="number"
            value={part.quantity}
          />
          <span className="min-w-0 flex-1">
            <bdi>{nameOf(part)}</bdi>
            <span className="block text-faint text-xs">{names.get(part.variant)?.cost}</span>
          </span>
          <Button
            aria-label={t('parts.removeOf', { name: nameOf(part) })}
            kind="quiet"
            onClick={() => onChange(parts.filter((each) => each !== part))}
            size="small"
          >
            {t('parts.remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** What the shop knows of the parts, asked again when they or the search change. */
function useParts(domain: string, parts: readonly ChosenPart[], search: string): PartsModel | undefined {
  const { load, data } = useFetcher<PartsModel>()
  const query = new URLSearchParams(search.trim() === '' ? [] : [['search', search.trim()]])
  for (const part of parts) query.append('part', partText(part))
  const asked = query.toString()
  useEffect(() => {
    if (asked === '') return
    const timer = setTimeout(() => void load(`${href('/shop/:domain/costs/parts', { domain })}?${asked}`), pauseMs)
    return () => clearTimeout(timer)
  }, [asked, domain, load])
  return data
}

/** What was found for a name; nothing without one. */
function foundFor(name: string, told: PartsModel | undefined): readonly FoundPart[] {
  return name === '' ? [] : (told?.found ?? [])
}

function partText({ variant, quantity }: ChosenPart): string {
  return `${quantity} ${variant}`
}

/** What the parts cost together; undefined while that is not known, and for what was told of others. */
function sumOf(parts: readonly ChosenPart[], told: PartsModel | undefined): string | undefined {
  return parts.length > 0 && told?.chosen === chosenText(parts) ? told.sum : undefined
}

function chosenText(parts: readonly ChosenPart[]): string {
  return parts.map(partText).join('\n')
}

function partsIn(typed: PartsFieldProps['typed']): readonly ChosenPart[] {
  return Object.entries(typed).flatMap(([name, quantity]) =>
    name.startsWith(partPrefix) ? [{ variant: name.slice(partPrefix.length), quantity, name: '' }] : [],
  )
}
