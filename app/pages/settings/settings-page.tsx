import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Notice } from '../../ui/index.ts'
import { JobsCard } from './jobs-card.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { SettingsFailure, SettingsForm, SettingsModel } from './model.ts'
import { OrdersForm } from './orders-form.tsx'
import { PreferenceForm } from './preference-form.tsx'
import { ShopForm } from './shop-form.tsx'

interface SettingsPageProps {
  readonly model: SettingsModel
  readonly failure: SettingsFailure | undefined
  /** Word of the address for the form that has just been saved. */
  readonly saved: string | null
}

const savedTexts: Readonly<Record<SettingsForm, string>> = {
  shop: 'The shop’s settings are saved.',
  orders: 'What counts is saved.',
  preferences: 'Your preferences are saved.',
}

/** What is decided for the shop, and what the person prefers. */
export function SettingsPage({ model, failure, saved }: SettingsPageProps) {
  useEffect(() => {
    const place = failure && document.querySelector('main [aria-invalid="true"], main [role="alert"]')
    if (!(place instanceof HTMLElement)) return
    place.scrollIntoView({ block: 'center' })
    place.focus()
  }, [failure])
  const done = savedText(saved)
  const failureOf = (form: SettingsForm) => (failure?.form === form ? failure : undefined)
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <h1 className="font-semibold text-2xl tracking-tight">Settings</h1>
      <p className="mt-1 mb-6 text-soft">What decides about the figures of {model.shop.name}, and how you see them.</p>
      <div className="grid gap-6">
        <output className="block empty:hidden in-[main:has([role=alert]:not(:empty),[aria-invalid=true])]:hidden">
          {done && (
            <span className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
              {done}
            </span>
          )}
        </output>
        {failure && failure.form === undefined && <Notice severity="serious">{failure.message}</Notice>}
        <JobsCard jobs={model.jobs} />
        {!model.mayChange && (
          <Notice severity="info">
            Your role may read the shop’s settings, not change them. What is just for you below is yours to change.
          </Notice>
        )}
        <ShopForm failure={failureOf('shop')} model={model} />
        <OrdersForm failure={failureOf('orders')} model={model} />
        <PreferenceForm failure={failureOf('preferences')} model={model} />
      </div>
      <LeaveGuard />
    </main>
  )
}

function savedText(word: string | null): string | undefined {
  return word === 'shop' || word === 'orders' || word === 'preferences' ? savedTexts[word] : undefined
}
