import type { Words } from '../../text.ts'

/** What stands on every page, and on the one that says what failed, in Arabic. */
export const shell = {
  'nav.skip': 'تخطَّ إلى المحتوى',
  'shell.notice': 'إشعار',
  'shell.notices': 'الإشعارات ({hotkey})',
  'shell.notice_action': '{action}: أو اترك الإشعار',
  'shell.loading': 'جارٍ التحميل',
  'shell.theme': 'سمة الألوان',
  'shell.theme_light': 'فاتح',
  'shell.theme_dark': 'داكن',
  'shell.theme_system': 'حسب النظام',
  'shell.reload': 'إعادة تحميل الصفحة',
  'shell.to_shops': 'إلى متاجرك',
  'shell.request_id': 'عند طلب المساعدة، اذكر هذا الرقم:',
  'shell.copy_id': 'نسخ الرقم',
  'shell.nothing_here': 'لا يوجد شيء على هذا العنوان.',
  'shell.failed_here': 'حدث خطأ من جانبنا؛ بياناتك بأمان. حاول مرة أخرى بعد قليل.',
  'shell.piece_missing': 'تعذر تحميل جزء من هذه الصفحة: انقطع الاتصال أو صدر إصدار جديد.',
} as const satisfies Words
