import type { ReactNode } from 'react'
import { PageTitle } from '../../frame/basic/index.ts'
import { Check } from '../../icons.ts'
import { Card } from '../../ui/index.ts'
import { useRegisterWords } from './words.ts'

const steps = ['account', 'shop', 'store'] as const

/** Progress through the setup steps. */
export function RegisterSteps({ current }: { readonly current: (typeof steps)[number] }) {
  const t = useRegisterWords()
  const position = steps.indexOf(current)
  return (
    <nav aria-label={t('steps.label')} className="mb-7">
      <ol className="flex items-center justify-center gap-2.5 text-[13px]">
        {steps.map((key, index) => {
          const isDone = index < position
          const look = isDone
            ? 'bg-good-wash text-good'
            : index === position
              ? 'bg-ink text-canvas'
              : 'border border-line bg-surface text-faint'
          return (
            <li aria-current={index === position ? 'step' : undefined} className="flex items-center gap-2.5" key={key}>
              {index > 0 && <span aria-hidden className="h-px w-5 bg-line sm:w-9" />}
              <span className={`flex items-center gap-2 ${index === position ? 'font-medium text-ink' : 'text-faint'}`}>
                <span aria-hidden className={`grid size-5.5 place-items-center rounded-full text-xs tabular ${look}`}>
                  {isDone ? <Check className="size-3.5" /> : index + 1}
                </span>
                {t(`steps.${key}`)}
                {isDone && <span className="sr-only"> {t('steps.done')}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface StepHeaderProps {
  readonly title: string
  readonly intro: string
}

/** Title and purpose of a step. */
export function StepHeader({ title, intro }: StepHeaderProps) {
  return (
    <header className="mb-6 text-center">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-balance font-semibold text-2xl tracking-tight">{title}</h1>
      <p className="mt-2 text-balance text-soft">{intro}</p>
    </header>
  )
}

/** A step that is one form. */
export function StepCard({ children, ...header }: StepHeaderProps & { readonly children: ReactNode }) {
  return (
    <>
      <StepHeader {...header} />
      <Card className="rounded-2xl p-5 shadow-xs sm:p-8">{children}</Card>
    </>
  )
}
