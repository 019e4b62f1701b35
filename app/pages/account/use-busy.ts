import { useNavigation } from 'react-router'

/** Whether the form with this intent is being sent. */
export function useBusy(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent
}
