import { type ComponentProps, lazy, Suspense } from 'react'

const Step = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }))

/** The code step, loaded on demand: most visits see only the first step. */
export function CodeStep(props: ComponentProps<typeof Step>) {
  return (
    <Suspense>
      <Step {...props} />
    </Suspense>
  )
}
