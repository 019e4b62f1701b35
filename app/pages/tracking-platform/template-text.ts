import type { TrackingTemplate } from '@tillsight/platforms'

/** The text to paste into the platform. */
export function templateText({ parameters }: Pick<TrackingTemplate, 'parameters'>): string {
  return parameters.map(({ name, value }) => `${name}=${value}`).join('&')
}
