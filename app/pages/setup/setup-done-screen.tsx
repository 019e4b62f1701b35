import { ImportProgress } from '../../blocks/connections/import-progress.tsx'
import { ChecklistPage } from './checklist-page.tsx'
import type { loadSetupDone } from './load-setup-done.server.ts'

/** What is left to set up, with the import under way in front of it. */
export function SetupDoneScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadSetupDone>> }) {
  const { shop, steps, importing } = content
  return (
    <ChecklistPage shop={shop} steps={steps}>
      <ImportProgress domain={shop.domain} initial={{ importing }} />
    </ChecklistPage>
  )
}
