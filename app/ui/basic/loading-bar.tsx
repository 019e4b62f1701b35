import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { useText } from '../../language/index.ts'

const throttleMs = 200
const hideDelayMs = 500
const resetDelayMs = 400

type Phase = 'idle' | 'running' | 'done' | 'fading'

const looks = {
  idle: 'opacity-0 scale-x-0',
  // 2 s to 85 %; the rest when the page is there.
  running: 'opacity-100 animate-[loading_2000ms_cubic-bezier(0.1,0.6,0.2,1)_forwards]',
  done: 'opacity-100 scale-x-100 transition-transform duration-150',
  fading: 'opacity-0 scale-x-100 transition-opacity duration-300',
} as const satisfies Record<Phase, string>

/** The bar on top while a page is on its way; quick ones never show it. */
export function LoadingBar() {
  const t = useText()
  const phase = usePhase(useNavigation().state !== 'idle')
  return (
    <progress
      aria-hidden={phase === 'idle' || undefined}
      aria-label={t('shell.loading')}
      className={`pointer-events-none fixed inset-x-0 top-0 z-60 h-[3px] w-full origin-left rtl:origin-right appearance-none border-0 bg-accent motion-reduce:hidden [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-accent ${looks[phase]}`}
    />
  )
}

function usePhase(isBusy: boolean): Phase {
  const [phase, setPhase] = useState<Phase>('idle')
  useEffect(() => {
    const next = nextPhase(phase, isBusy)
    if (!next) return
    const timer = setTimeout(() => setPhase(next.phase), next.afterMs)
    return () => clearTimeout(timer)
  }, [phase, isBusy])
  return phase
}

function nextPhase(phase: Phase, isBusy: boolean): { phase: Phase; afterMs: number } | undefined {
  if (isBusy) return phase === 'running' ? undefined : { phase: 'running', afterMs: phase === 'idle' ? throttleMs : 0 }
  if (phase === 'running') return { phase: 'done', afterMs: 0 }
  if (phase === 'done') return { phase: 'fading', afterMs: hideDelayMs }
  return phase === 'fading' ? { phase: 'idle', afterMs: resetDelayMs } : undefined
}
