import { href, Link } from 'react-router'
import { Notice } from '../../ui/index.ts'
import { FiguresPage } from '../figures-page.tsx'
import { RecordedSection } from '../recorded-section.tsx'
import { VisitsSection } from '../visits-section.tsx'
import type { loadAttributionsScreen } from './load-attributions.server.ts'

interface AttributionsScreenProps {
  readonly content: Awaited<ReturnType<typeof loadAttributionsScreen>>
}

/** Where orders came from, as far as the store noted it; no credit is given to anything. */
export function AttributionsScreen({ content }: AttributionsScreenProps) {
  const { page, store, visits, recorded } = content
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <FiguresPage
        intro={page.hasConnection && !page.isEmpty && <WhatRowsAre domain={page.shop.domain} />}
        page={page}
        title="Attribution"
      >
        <VisitsSection
          labelHeader="Visit from"
          origins={visits}
          page={page}
          store={store}
          title="Orders by last visit"
        />
        <RecordedSection
          note="Where and with what an order was placed. It says nothing about the way there."
          page={page}
          recorded={recorded}
        />
      </FiguresPage>
    </main>
  )
}

/** What the figures are and are not. */
function WhatRowsAre({ domain }: { readonly domain: string }) {
  return (
    <Notice
      action={
        <Link className="underline underline-offset-3" to={href('/shop/:domain/tracking', { domain })}>
          Tracking
        </Link>
      }
      severity="info"
    >
      No touchpoints are collected yet, so no order’s credit is divided among the ads and visits before it. The rows
      below are what the store noted on each order about its last visit: every order stands in exactly one row, which is
      evidence of where it came from and not proof of what brought it.
    </Notice>
  )
}
