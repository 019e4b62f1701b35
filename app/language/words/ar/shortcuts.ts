import type { Words } from '../../text.ts'

/** The sheet that explains the keys, in Arabic. */
export const shortcuts = {
  'shortcuts.title': 'اختصارات لوحة المفاتيح',
  'shortcuts.anywhere': 'في أي مكان',
  'shortcuts.menu': 'البحث والأوامر',
  'shortcuts.help': 'هذه القائمة',
  'shortcuts.notices': 'الانتقال إلى الإشعارات',
  'shortcuts.close': 'إغلاق المفتوح',
  'shortcuts.pages': 'الانتقال إلى صفحة',
  'shortcuts.days': 'أيام الصفحة',
  'shortcuts.custom_days': 'اختيار الأيام',
  'shortcuts.compare': 'المقارنة أو إيقافها',
  'shortcuts.step_back': 'فترة إلى الوراء',
  'shortcuts.step_on': 'فترة إلى الأمام',
  'shortcuts.single': 'اختصارات بمفتاح واحد',
  'shortcuts.single_hint':
    'مفاتيح بدون Ctrl أو Alt أو ⌘. أوقفها إن كنت تملي على حاسوبك أو تضغط المفاتيح سهوًا. يتذكر هذا المتصفح ذلك.',
} as const satisfies Words
