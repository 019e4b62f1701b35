import type { Words } from '../../text.ts'

/** What one can do anywhere, in Arabic. */
export const actions = {
  'action.save': 'حفظ',
  'action.cancel': 'إلغاء',
  'action.close': 'إغلاق',
  'action.undo': 'تراجع',
  'action.retry': 'إعادة المحاولة',
  'action.copy': 'نسخ',
  'action.copied': 'تم النسخ',
  'action.remove': 'إزالة',
  'action.back': 'رجوع',
} as const satisfies Words
