import type { ConnectorView } from '@tillsight/domain'
import { useEffect, useRef } from 'react'
import { Card } from '../../ui/index.ts'
import { ConnectWays } from './connect-ways.tsx'
import type { PageFailure } from './outcomes.ts'

interface ConnectFormProps {
  readonly connector: ConnectorView
  /** Of the shop. */
  readonly domain: string
  /** What the last attempt was refused for. */
  readonly failure: Pick<PageFailure, 'intent' | 'message' | 'fields'> | undefined
  /** What is filled in; secrets never are. */
  readonly values: Readonly<Record<string, string>>
  /** Where the form is sent; to the page with its present address when left out. */
  readonly action?: string
  /** Somebody was sent here for this form. */
  readonly isChosen?: boolean
}

/** A platform that is not connected yet, with its form. */
export function ConnectForm({ connector, isChosen = false, ...ways }: ConnectFormProps) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChosen) focusForm(ref.current)
  }, [isChosen])
  const heading = `connect-${connector.id}`
  return (
    <Card aria-labelledby={heading} className="scroll-mt-6 p-5 sm:p-6" ref={ref}>
      <h3 className="font-semibold text-base" id={heading}>
        Connect {connector.label}
      </h3>
      <p className="mt-1 mb-5 max-w-prose text-soft">{connector.description}</p>
      <ConnectWays connector={connector} {...ways} />
    </Card>
  )
}

/** The first thing to fill in, or to press. */
function focusForm(form: HTMLElement | null): void {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])') ?? [])]
  const shown = inputs.filter((input) => input.checkVisibility())
  const target = shown.find(({ value }) => value === '') ?? shown[0] ?? form?.querySelector<HTMLElement>('a, button')
  form?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}
