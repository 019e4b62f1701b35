import { CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { Card, CardHeader } from '../../ui/index.ts'
import { HeldCard } from './held-card.tsx'
import { LookUpForm } from './look-up-form.tsx'
import type { PrivacyOutcome, RequestModel } from './model.ts'
import { RequestsCard } from './requests-card.tsx'

interface PrivacyPageProps {
  readonly domain: string
  readonly requests: readonly RequestModel[]
  readonly outcome: PrivacyOutcome | undefined
}

/** Hands over, and erases, what is held about one customer. */
export function PrivacyPage({ domain, requests, outcome }: PrivacyPageProps) {
  useEffect(() => {
    if (outcome !== undefined) document.getElementById('outcome')?.focus()
  }, [outcome])
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">Privacy</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">
        What is held about a customer of the shop: handed to them when they ask, erased when they want that.
      </p>
      <div className="grid grid-cols-1 gap-6">
        {outcome?.kind === 'erased' && (
          <output
            className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]"
            id="outcome"
            tabIndex={-1}
          >
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            <span>
              {outcome.text} Erase the person in the store as well: Tillsight reads stores and never writes to them.
            </span>
          </output>
        )}
        <RequestsCard domain={domain} requests={requests} />
        <Card aria-labelledby="look-up-heading" className="pb-5">
          <CardHeader
            id="look-up-heading"
            note="One of these will do; several are taken for the same person."
            title="Look a customer up"
          />
          <LookUpForm outcome={outcome} />
          {outcome?.kind === 'nobody' && (
            <output
              className="mx-4 mt-5 flex items-start gap-2.5 rounded-lg bg-accent-wash px-3.5 py-2.5 text-[13px] sm:mx-5"
              id="outcome"
              tabIndex={-1}
            >
              <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
              Nobody is held by that: no order and no account says it. Check the spelling, or try another of the three.
            </output>
          )}
        </Card>
        {outcome?.kind === 'found' && <HeldCard domain={domain} {...outcome} />}
      </div>
    </main>
  )
}
