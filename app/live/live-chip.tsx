import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { RefreshCw } from '../icons.ts'
import { useText } from '../language/index.ts'
import { createConnection, type Environment } from './connection.ts'
import { decide, latest, pauseAfter } from './decision.ts'

const open = ['[role=dialog]', '[role=alertdialog]', '[role=menu]', '[role=listbox]', 'dialog[open]']
/** Keyboard dragging sets an attribute; pointer dragging is detected by the pressed pointer. */
const held = ['[data-live-hold=always]', '[aria-roledescription][aria-pressed=true]']
const lookedAt = ['[data-live-hold]', 'article', 'figure', 'table', '[role=img]'].map((each) => `main ${each}:hover`)

/** Milliseconds until the next check while somebody is reading closely. */
const lookAgainMs = 500

/** State of the live updates of a page. */
interface LiveState {
  /** New figures are available and wait for a press. */
  readonly isOffered: boolean
  /** Number of automatic updates. */
  readonly updates: number
  /** Loads the new figures now. */
  readonly apply: () => void
}

/** Follows the facts of the shops, ids joined by commas; `version` is the one on screen. */
function useLive(shops: string, version: string): LiveState {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const [newest, setNewest] = useState(version)
  const [isOffered, setIsOffered] = useState(false)
  const [updates, setUpdates] = useState(0)
  /** The newest version that a load was started for, successful or not: nothing is loaded twice for one reason. */
  const tried = useRef(version)
  const restsUntil = useRef(0)
  const isLoading = state !== 'idle' || navigation.state !== 'idle'

  const load = async (): Promise<void> => {
    const startedAt = performance.now()
    tried.current = latest(newest, tried.current)
    setIsOffered(false)
    await revalidate()
    const endedAt = performance.now()
    restsUntil.current = endedAt + pauseAfter(endedAt - startedAt)
    setUpdates((count) => count + 1)
  }
  /** Returns whether to check again in a moment. */
  const look = useEffectEvent((isPressed: boolean): boolean => {
    const decision = decide({
      newest,
      shown: latest(version, tried.current),
      isHeld: isPressed || isLookedAt(),
      isLoading,
      isResting: performance.now() < restsUntil.current,
    })
    if (decision === 'load') void load()
    else if (decision !== 'wait') setIsOffered(decision === 'offer')
    return decision === 'wait' || decision === 'offer'
  })
  const hear = useEffectEvent((heard: string) => setNewest((known) => latest(heard, known)))
  const known = useEffectEvent(() => version)

  useEffect(() => {
    const connection = createConnection(openStreams(shops), { known: known(), heard: (heard) => hear(heard) })
    return whileSeen(connection)
  }, [shops])

  useEffect(() => {
    const pointer = watchPointer()
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = (): void => {
      if (look(pointer.isPressed())) timer = setTimeout(follow, lookAgainMs)
    }
    follow()
    return () => {
      clearTimeout(timer)
      pointer.stop()
    }
  }, [newest, version])

  return { isOffered, updates, apply: () => void load() }
}

/** Tracks whether a pointer is pressed; `stop` ends it. */
function watchPointer(): { readonly isPressed: () => boolean; readonly stop: () => void } {
  const watching = new AbortController()
  const options = { signal: watching.signal, capture: true, passive: true }
  let isPressed = false
  const become = (pressed: boolean) => () => {
    isPressed = pressed
  }
  addEventListener('pointerdown', become(true), options)
  for (const end of ['pointerup', 'pointercancel', 'dragend', 'blur']) addEventListener(end, become(false), options)
  return { isPressed: () => isPressed, stop: () => watching.abort() }
}

/** Whether a figure is under the pointer, a menu or dialog is open, or something is dragged. */
function isLookedAt(): boolean {
  const canHover = matchMedia('(hover: hover)').matches
  return document.querySelector([...open, ...held, ...(canHover ? lookedAt : [])].join()) !== null
}

/** The browser's change streams for some shops. */
function openStreams(shops: string): Environment {
  return {
    open(known, listener) {
      const query = new URLSearchParams({ shop: shops, ...(known === '' ? {} : { since: known }) })
      const source = new EventSource(`/api/shop/events?${query}`)
      const hear = ({ lastEventId }: MessageEvent): void => listener.heard(lastEventId)
      source.addEventListener('hello', hear)
      source.addEventListener('changed', hear)
      source.addEventListener('beat', () => listener.beat())
      source.addEventListener('error', () => listener.failed())
      return () => source.close()
    },
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  }
}

/** Connects while the page is visible and online; returns the function that ends it. */
function whileSeen({ resume, pause }: { readonly resume: () => void; readonly pause: () => void }): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const follow = (): void => (document.visibilityState === 'visible' && navigator.onLine ? resume() : pause())
  document.addEventListener('visibilitychange', follow, { signal })
  for (const event of ['online', 'offline', 'pageshow', 'focus']) addEventListener(event, follow, { signal })
  // A page in the back/forward cache must not hold a connection.
  addEventListener('pagehide', pause, { signal })
  follow()
  return () => {
    watching.abort()
    pause()
  }
}

const spokenMs = 4_000
/** Minimum interval between announcements to screen readers. */
const quietMs = 60_000

/** What the page shows. */
export interface LiveChipProps {
  /** Ids of shops, joined by commas. */
  readonly shops: string
  readonly version: string
}

/** Keeps the page up to date; while that would disturb, a chip offers it. */
export function LiveChip({ shops, version }: LiveChipProps) {
  const t = useText()
  const { isOffered, updates, apply } = useLive(shops, version)
  const isSpoken = useSpoken(updates)
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-4 z-60 flex justify-center max-lg:bottom-[calc(4.75rem+env(safe-area-inset-bottom))] print:hidden">
      {isOffered && (
        <button
          className="pointer-events-auto inline-flex h-9 animate-[fade-in_150ms_ease-out] items-center gap-2 rounded-full border border-line bg-raised px-4 font-medium shadow-raised hover:bg-hover motion-reduce:animate-none"
          onClick={apply}
          type="button"
        >
          <RefreshCw aria-hidden className="size-4 text-accent" />
          {t('live.offer')}
        </button>
      )}
      {isSpoken && !isOffered && <span className="sr-only">{t('live.updated')}</span>}
    </output>
  )
}

/** True for a moment after an update, rarely enough not to annoy. */
function useSpoken(updates: number): boolean {
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  const [isSpoken, setIsSpoken] = useState(false)
  useEffect(() => {
    const now = performance.now()
    if (updates === 0 || now - spokenAt.current < quietMs) return
    spokenAt.current = now
    setIsSpoken(true)
  }, [updates])
  useEffect(() => {
    if (!isSpoken) return
    const timer = setTimeout(() => setIsSpoken(false), spokenMs)
    return () => clearTimeout(timer)
  }, [isSpoken])
  return isSpoken
}
