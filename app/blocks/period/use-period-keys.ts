import { useEffect, useEffectEvent } from 'react'
import { directionOf, useLanguage } from '../../language/index.ts'
import { parseSearch, presetKeys, presets, type SearchPatch, type SearchState, withSearch } from '../../search/index.ts'
import { useChoose } from '../../search/use-latest-search.ts'
import { isQuickKey } from '../../ui/index.ts'
import type { PeriodView } from './period-view.ts'
import { type StepDirection, useStep } from './use-step.ts'

interface PeriodKeys {
  readonly period: PeriodView
  /** What the page is drawn with. */
  readonly state: SearchState
  readonly openMenu: () => void
}

/** Single keys: a preset each, C for the menu, X for the comparison, arrows for a step. Silent while something else has the keyboard. */
export function usePeriodKeys({ period, state: drawn, openMenu }: PeriodKeys): void {
  const choose = useChoose()
  const step = useStep(period, drawn)
  const isMirrored = directionOf(useLanguage()) === 'rtl'
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isQuickKey(event)) return
    if (event.key.toUpperCase() === 'C') {
      event.preventDefault()
      openMenu()
      return
    }
    const direction = directions[isMirrored ? mirrored(event.key) : event.key]
    if (direction) {
      event.preventDefault()
      step(direction)
      return
    }
    // The address is ahead of what is drawn when keys come quickly.
    const state = parseSearch(location.search)
    const patch = patchFor(event.key, state)
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

const directions: Readonly<Partial<Record<string, StepDirection>>> = { ArrowLeft: 'back', ArrowRight: 'forth' }

function patchFor(key: string, state: SearchState): SearchPatch | undefined {
  if (key.toUpperCase() === 'X') return { compare: state.compare === 'none' ? 'previous' : 'none' }
  const preset = presets.find((candidate) => presetKeys[candidate] === key.toUpperCase())
  return preset && { range: preset }
}

/** Time runs from right to left there. */
function mirrored(key: string): string {
  if (key === 'ArrowLeft') return 'ArrowRight'
  return key === 'ArrowRight' ? 'ArrowLeft' : key
}
