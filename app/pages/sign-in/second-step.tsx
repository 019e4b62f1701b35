import { type ComponentProps, lazy, Suspense } from 'react'

const Step = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }))

/** The step with the code. Its code comes with it: the first step is all that most visits see. */
export function CodeStep(props: ComponentProps<typeof Step>) {
  return (
    <Suspense>
      <Step {...props} />
    </Suspense>
  )
}
