import type { WidgetSettings } from '@tillsight/domain/inputs'
import { usualSizes } from '../arrange.ts'
import type { WidgetFrame } from '../widget-frame.ts'

/** A widget as the form describes it; missing settings use the defaults. */
export type WidgetDraft = {
  readonly [Name in 'title' | 'stat' | 'kind' | 'by' | 'limit' | 'compare' | 'size' | 'goal' | 'goalPer']?:
    | WidgetSettings[Name]
    | null
}

const amount = /^\d{1,15}(\.\d{1,6})?$/

/** Whether a goal is valid; an empty one removes the goal. */
export function isGoal(text: string): boolean {
  const trimmed = text.trim()
  return trimmed === '' || amount.test(trimmed)
}

/** A field of the form as text; '' when missing. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Parses a widget's form. Values equal to the widget's defaults are not stored. */
export function readDraft(form: FormData, own: { readonly stat: string | undefined }): WidgetDraft {
  const kind = kindOf(textIn(form, 'kind'))
  const stat = textIn(form, 'stat')
  return {
    title: textIn(form, 'title') || null,
    kind,
    stat: stat === '' || stat === own.stat ? null : stat,
    size: sizeOf(textIn(form, 'size')),
    compare: form.get('compare') === null ? false : null,
    ...readList(form, kind),
    ...readGoal(form, kind),
  }
}

function readList(form: FormData, kind: WidgetFrame['kind']): Pick<WidgetDraft, 'by' | 'limit'> {
  if (kind !== 'bars' && kind !== 'table') return { by: null, limit: null }
  return { by: textIn(form, 'by') || null, limit: Number(textIn(form, 'limit')) || null }
}

function readGoal(form: FormData, kind: WidgetFrame['kind']): Pick<WidgetDraft, 'goal' | 'goalPer'> {
  if (kind !== 'goal') return { goal: null, goalPer: null }
  return { goal: textIn(form, 'goal') || null, goalPer: perOf(textIn(form, 'goalPer')) }
}

/** The frame with the draft's settings, for a preview. */
export function draftFrame(frame: WidgetFrame, draft: WidgetDraft): WidgetFrame {
  const kept = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))
  const kind = draft.kind ?? frame.kind
  return {
    ...frame,
    kind,
    size: usualSizes[kind],
    by: draft.by ?? frame.by,
    limit: draft.limit ?? (frame.limit || 10),
    hasComparison: draft.compare !== false,
    followsAddress: false,
    settings: { ...kept },
  }
}

function kindOf(text: string): WidgetFrame['kind'] {
  const kinds: readonly WidgetFrame['kind'][] = ['number', 'line', 'area', 'bars', 'table', 'goal']
  return kinds.find((kind) => kind === text) ?? 'number'
}

function sizeOf(text: string): WidgetFrame['size'] | null {
  const sizes: readonly WidgetFrame['size'][] = [1, 2, 3, 4]
  return sizes.find((size) => String(size) === text) ?? null
}

function perOf(text: string): 'week' | 'month' | 'quarter' | 'year' {
  const units = ['week', 'month', 'quarter', 'year'] as const
  return units.find((unit) => unit === text) ?? 'month'
}
