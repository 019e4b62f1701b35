import type { ReactNode } from 'react'
import { Card } from '../../ui/index.ts'
import type { ConversionsModel } from './model.ts'

/** What is sent, when, and how it is counted once. */
export function AboutCard({ model }: { readonly model: ConversionsModel }) {
  const { sent, deduplication, corrections, documentation, api, name, mostDays } = model
  return (
    <Card aria-labelledby="about-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="about-heading">
        What is sent
      </h2>
      <ul className="mt-2 list-disc space-y-1.5 ps-5 text-[13px] text-soft marker:text-faint">
        {sent.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Part title="Which orders">
        Counted and paid ones that were placed after switching on, and only with consent. Test orders, cancelled ones
        and those older than {mostDays} days are left out.
      </Part>
      <Part title="Counted once">{deduplication}</Part>
      <Part title="Refunds and edits">{corrections}</Part>
      <Part title="When it fails">
        An order is sent again at growing distances for 72 hours; then it is given up and can be sent again by hand. It
        keeps its event ID, so {name} counts it once.
      </Part>
      <p className="mt-4 text-[13px]">
        <a className="rounded text-accent underline-offset-3 hover:underline" href={documentation} rel="noreferrer">
          {name}: {api}
        </a>
      </p>
    </Card>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <h3 className="mt-4 font-medium text-[13px]">{title}</h3>
      <p className="mt-1 text-pretty text-[13px] text-soft">{children}</p>
    </>
  )
}
