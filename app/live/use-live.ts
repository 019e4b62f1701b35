import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { isLookedAt, watchPointer } from './attention.ts'
import { createConnection } from './connection.ts'
import { decide, latest, pauseAfter } from './decision.ts'
import { openStreams, whileSeen } from './event-source.ts'

/** How soon a page that is looked at closely is looked at again. */
const lookAgainMs = 500

/** What the page says about its news. */
export interface LiveState {
  /** New figures are there and wait until somebody wants them. */
  readonly isOffered: boolean
  /** How often figures came by themselves. */
  readonly updates: number
  /** Loads them now. */
  readonly apply: () => void
}

/** Follows the facts of the shops, ids joined by commas; `version` is what the page shows. */
export function useLive(shops: string, version: string): LiveState {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const [newest, setNewest] = useState(version)
  const [isOffered, setIsOffered] = useState(false)
  const [updates, setUpdates] = useState(0)
  /** The newest state that a load has been made for, whatever came of it: nothing is loaded twice for one reason. */
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
  /** Whether to look again in a moment. */
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
