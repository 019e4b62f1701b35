import { type ReactNode, useEffect } from 'react'
import { Form, href, Link, useNavigation, useRevalidator } from 'react-router'
import { Check } from '../../icons.ts'
import { Sentence } from '../../language/index.ts'
import { Button, buttonClass } from '../../ui/index.ts'
import type { StepModel } from './checklist.server.ts'
import { useWords } from './words.ts'

const radius = 20
const around = 2 * Math.PI * radius

interface ChecklistPageProps {
  readonly shop: { readonly domain: string; readonly name: string }
  readonly steps: readonly StepModel[]
  /** Import progress, while one is running. */
  readonly children: ReactNode
}

/** Completed and remaining setup steps, each with one button. */
export function ChecklistPage({ shop, steps, children }: ChecklistPageProps) {
  const t = useWords()
  const done = steps.filter(({ isDone }) => isDone).length
  const isComplete = done === steps.length
  useTicking(steps.some(({ id, isDone }) => id === 'history' && !isDone))
  const next = steps.find(({ isDone }) => !isDone)
  const isMain = steps.find(({ isDone, action }) => !isDone && action !== null)?.id
  return (
    <main className="mx-auto max-w-2xl px-4 py-6 sm:px-8 sm:py-10" id="content" tabIndex={-1}>
      <header className="mb-6 flex items-center gap-4">
        <ProgressRing done={done} total={steps.length} />
        <div className="min-w-0">
          <h1 className="font-semibold text-2xl tracking-tight">{t(isComplete ? 'done.complete' : 'done.title')}</h1>
          <p className="text-pretty text-soft">
            {isComplete ? t('done.nothing', { shop: shop.name }) : t('done.about')}
          </p>
          {next && <p className="mt-1 font-medium">{t('done.next', { step: next.title })}</p>}
        </div>
      </header>
      <div className="mb-4 empty:hidden">{children}</div>
      <ol className="divide-y divide-line rounded-xl border border-line bg-surface">
        {steps.map((step) => (
          <Step isNext={step.id === isMain} key={step.id} step={step} />
        ))}
      </ol>
      <p className="mt-6 flex flex-wrap items-center gap-2">
        <Link
          className={buttonClass(isComplete ? 'primary' : 'secondary')}
          to={href('/shop/:domain', { domain: shop.domain })}
        >
          {t('done.summary')}
        </Link>
        <Link className={buttonClass('quiet')} to={href('/shop/:domain/setup/integrations', { domain: shop.domain })}>
          {t('done.all')}
        </Link>
      </p>
    </main>
  )
}

const askEveryMs = 4_000

/** Polls while a step is about to complete and the page is visible. */
function useTicking(isWaiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}

function Step({ step, isNext }: { readonly step: StepModel; readonly isNext: boolean }) {
  const { id, title, text, isEnglish, isDone, action, confirm } = step
  const t = useWords()
  return (
    <li className="flex flex-wrap items-start gap-x-3.5 gap-y-3 p-4 sm:px-5" id={id}>
      <span
        aria-hidden
        className={`mt-0.5 grid size-5.5 shrink-0 place-items-center rounded-full ${isDone ? 'bg-good-wash text-good' : 'border border-edge/60'}`}
      >
        {isDone && <Check className="size-3.5" strokeWidth={2.5} />}
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="font-medium">
          {title}
          {isDone && <span className="sr-only"> {t('done.mark')}</span>}
        </h2>
        <p className="text-[13px] text-soft">
          <Sentence isEnglish={isEnglish} text={text} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:ps-9">
        {confirm !== null && <Confirm id={id} label={confirm} />}
        {action && (
          <Link className={buttonClass(isNext ? 'primary' : 'secondary', 'small')} to={action.to}>
            {action.label}
          </Link>
        )}
      </div>
    </li>
  )
}

function Confirm({ id, label }: { readonly id: string; readonly label: string }) {
  const isBusy = useNavigation().formData?.get('step') === id
  return (
    <Form method="post" preventScrollReset>
      <input name="step" type="hidden" value={id} />
      <Button isBusy={isBusy} kind="quiet" size="small">
        {label}
      </Button>
    </Form>
  )
}

interface ProgressRingProps {
  readonly done: number
  readonly total: number
}

/** How much of a list is done. */
function ProgressRing({ done, total }: ProgressRingProps) {
  const t = useWords()
  const share = total === 0 ? 1 : done / total
  return (
    <div className="relative size-14 shrink-0">
      <span className="sr-only">{t('done.progress', { done, total })}</span>
      <svg aria-hidden className="size-full -rotate-90" viewBox="0 0 48 48">
        <circle className="fill-none stroke-hover" cx={24} cy={24} r={radius} strokeWidth={5} />
        <circle
          className="fill-none stroke-good transition-[stroke-dashoffset] duration-500"
          cx={24}
          cy={24}
          r={radius}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
          strokeLinecap={share === 0 ? 'butt' : 'round'}
          strokeWidth={5}
        />
      </svg>
      <span aria-hidden className="absolute inset-0 grid place-items-center font-semibold text-[13px] tabular">
        {done}/{total}
      </span>
    </div>
  )
}
