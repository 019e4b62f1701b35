import { type ComponentType, createElement, type ReactNode } from 'react'

/** Props of every overlay component, besides its own. */
export interface OverlayControls<Result> {
  /** Closes the overlay; the promise of `open` resolves with the result. */
  readonly close: (result?: Result) => void
  /** Id for the heading, which labels the dialog. */
  readonly titleId: string
}

declare const shape: unique symbol

/** Id of an overlay, typed by its props and result. */
export type OverlayId<Props, Result> = string & { readonly [shape]: (props: Props) => Result }

/** Position on a wide screen: centred, or near the top for content that grows downwards. */
type OverlayPlace = 'middle' | 'top'

interface OverlayOptions {
  /** Forgets the overlay once it is closed: its id is unknown from then on. */
  readonly destroyOnClose?: boolean
  readonly place?: OverlayPlace
}

/** An overlay on the screen. */
export interface OpenOverlay {
  readonly id: string
  /** Unique for each opening. */
  readonly key: number
  readonly draw: (titleId: string) => ReactNode
  readonly place: OverlayPlace
  /** False during the closing animation; then it is unmounted. */
  readonly isOpen: boolean
}

interface Created {
  readonly draw: (props: unknown, controls: OverlayControls<unknown>) => ReactNode
  readonly destroyOnClose: boolean
  readonly place: OverlayPlace
}

/** Duration of the closing animation. */
const leaveMs = 150

const created = new Map<string, Created>()
const waiting = new Map<string, (result: unknown) => void>()
const listeners = new Set<() => void>()
let shown: readonly OpenOverlay[] = []
let lastNumber = 0

/** Creates an overlay from a component; its id can be opened repeatedly, or once with `destroyOnClose`. */
function create<Props extends object, Result>(
  component: ComponentType<Props & OverlayControls<Result>>,
  { destroyOnClose = false, place = 'middle' }: OverlayOptions = {},
): OverlayId<Props, Result> {
  const id = toId<Props, Result>(`overlay-${++lastNumber}`)
  created.set(id, { destroyOnClose, place, draw: drawing(component) })
  return id
}

/**
 * Opens the overlay and resolves with its result: undefined after Escape or a click outside. One at a time: an open overlay
 * closes. Throws an `Error` that names an unknown id.
 */
function open<Props, Result>(id: OverlayId<Props, Result>, props: Props): Promise<Result | undefined> {
  const found = find(id)
  const { draw, place } = found
  for (const each of shown) if (each.isOpen) leave(each.id, undefined)
  // It may have been the open one itself, whose closing has just removed it.
  created.set(id, found)
  return new Promise((resolve) => {
    waiting.set(id, (result) => resolve(asResult<Result>(result)))
    const key = ++lastNumber
    const isStillOpen = () => shown.some((each) => each.key === key && each.isOpen)
    const controls = { close: (result?: unknown) => void (isStillOpen() && leave(id, result)) }
    const overlay: OpenOverlay = {
      id,
      key,
      isOpen: true,
      place,
      draw: (titleId) => draw(props, { ...controls, titleId }),
    }
    show([...shown.filter((each) => each.id !== id), overlay])
  })
}

/** Closes the overlay with a result; does nothing if it is closed. Throws an `Error` that names an unknown id. */
function close<Props, Result>(id: OverlayId<Props, Result>, result?: Result): void {
  closeAny(id, result)
}

/** Whether the overlay is open. Throws an `Error` that names an unknown id. */
function isOpen(id: string): boolean {
  find(id)
  return shown.some((each) => each.id === id && each.isOpen)
}

/** Dialogs opened by code that return a result. */
export const overlays = { create, open, close, isOpen } as const

/** For the host: closes as the overlay's own component would. */
export function closeAny(id: string, result: unknown): void {
  find(id)
  if (shown.some((each) => each.id === id && each.isOpen)) leave(id, result)
}

/** For `useSyncExternalStore`. */
export function subscribeToOverlays(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The overlays on screen. */
export function currentOverlays(): readonly OpenOverlay[] {
  return shown
}

function leave(id: string, result: unknown): void {
  const left = shown.find((each) => each.id === id)
  show(shown.map((each) => (each.id === id ? { ...each, isOpen: false } : each)))
  waiting.get(id)?.(result)
  waiting.delete(id)
  if (find(id).destroyOnClose) created.delete(id)
  setTimeout(() => show(shown.filter((each) => each.key !== left?.key)), leaveMs)
}

function find(id: string): Created {
  const found = created.get(id)
  if (!found) throw new Error(`Unknown overlay: ${id}`)
  return found
}

function show(next: readonly OpenOverlay[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function drawing<Props extends object, Result>(
  component: ComponentType<Props & OverlayControls<Result>>,
): Created['draw'] {
  return (props, controls) => createElement(component, asProps<Props & OverlayControls<Result>>(props, controls))
}

/** Safe because only `create` makes ids, and `open` requires the props of the id's type. */
function asProps<Whole>(props: unknown, controls: OverlayControls<unknown>): Whole {
  return Object.assign({}, props, controls) as Whole
}

/** Holds because only the overlay's component and `close` give results, both typed by the id. */
function asResult<Result>(result: unknown): Result | undefined {
  return result as Result | undefined
}

/** The type lives in the compiler only; at run time an id is its text. */
function toId<Props, Result>(text: string): OverlayId<Props, Result> {
  return text as OverlayId<Props, Result>
}
