import type { ReactNode } from 'react'
import { PageTitle } from '../../frame/basic/index.ts'
import { Card } from '../../ui/index.ts'

interface StepHeaderProps {
  readonly title: string
  readonly intro: string
}

/** What a step is for, above whatever it consists of. */
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
