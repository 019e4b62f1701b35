import type { TrackingTemplate } from '@tillsight/platforms'

/** What is pasted into the platform. */
export function templateText({ parameters }: Pick<TrackingTemplate, 'parameters'>): string {
  return parameters.map(({ name, value }) => `${name}=${value}`).join('&')
}
