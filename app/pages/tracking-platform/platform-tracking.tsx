import { ConversionsSection } from './conversions-section.tsx'
import { PlatformPage } from './platform-page.tsx'
import type { changePlatformTracking, loadPlatformTracking } from './platform-tracking.server.ts'

type Changed = Exclude<Awaited<ReturnType<typeof changePlatformTracking>>, Response>

interface PlatformTrackingProps {
  readonly content: Awaited<ReturnType<typeof loadPlatformTracking>>
  readonly changed: Changed['data'] | undefined
}

/** Everything about tracking one ad platform: tags of its ads, and orders that it is told of. */
export function PlatformTracking({ content: { page, conversions }, changed }: PlatformTrackingProps) {
  return (
    <>
      <PlatformPage {...page} />
      <ConversionsSection model={conversions} outcome={changed?.outcome} />
    </>
  )
}
