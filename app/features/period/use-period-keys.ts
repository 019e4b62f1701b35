import { useEffect, useEffectEvent } from 'react'
import { directionOf, useLanguage } from '../../language/index.ts'
import { parseSearch, presetKeys, presets, type SearchPatch, type SearchState, withSearch } from '../../search/index.ts'
import { useChoose } from '../../search/use-latest-search.ts'
import { isQuickKey } from '../../ui/index.ts'
import type { PeriodView } from './period-view.ts'

interface PeriodKeys {
  readonly period: PeriodView
  readonly openMenu: () => void
}

/** Single keys: a preset each, C for the menu, X for the comparison, arrows for a step. Silent while something else has the keyboard. */
export function usePeriodKeys({ period, openMenu }: PeriodKeys): void {
  const choose = useChoose()
  const isMirrored = directionOf(useLanguage()) === 'rtl'
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isQuickKey(event)) return
    if (event.key.toUpperCase() === 'C') {
      event.preventDefault()
      openMenu()
      return
    }
    // The address is ahead of what is drawn when keys come quickly.
    const state = parseSearch(location.search)
    const patch = patchFor(isMirrored ? mirrored(event.key) : event.key, period, state)
    if (!patch) return
    event.preventDefault()
    choose(withSearch(state, patch))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function patchFor(key: string, period: PeriodView, state: SearchState): SearchPatch | undefined {
  const range = key === 'ArrowLeft' ? period.previous : key === 'ArrowRight' ? period.next : undefined
  if (range) return { range: 'custom', from: range.from, to: range.to }
  if (key.toUpperCase() === 'X') return { compare: state.compare === 'none' ? 'previous' : 'none' }
  const preset = presets.find((candidate) => presetKeys[candidate] === key.toUpperCase())
  return preset && { range: preset }
}

/** Time runs from right to left there. */
function mirrored(key: string): string {
  if (key === 'ArrowLeft') return 'ArrowRight'
  return key === 'ArrowRight' ? 'ArrowLeft' : key
}
