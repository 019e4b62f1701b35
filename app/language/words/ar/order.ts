import type { Words } from '../../text.ts'

/** What a single order says, in Arabic. */
export const order = {
  'order.title': 'الطلب {name}',
  'order.not_found': 'الطلب غير موجود',
  'order.not_counted': 'لا يوجد في هذا المتجر طلب محتسب بهذا الرقم.',
  'order.placed': 'تاريخ الطلب',
  'order.status': 'الحالة',
  'order.buyer': 'المشتري',
  'order.country': 'البلد',
  'order.paid_with': 'طريقة الدفع',
  'order.channel': 'القناة',
  'order.coupons': 'القسائم',
  'order.open_in_store': 'فتح في المتجر',
  'order.entries': 'ما تم تسجيله',
  'order.line': 'البند',
  'order.gross': 'قبل الخصم',
  'order.discount': 'الخصم',
  'order.tax': 'الضريبة',
  'order.total': 'المجموع',
  'order.amounts':
    'المبالغ بعملة {currency}، بدون ضريبة ما لم يذكر العمود خلاف ذلك. الإكراميات وبطاقات الهدايا ليست من الإيرادات.',
  'order.free': 'طلب مجاني',
  'order.new_customer': 'عميل جديد',
  'order.returning_customer': 'عميل عائد',
  'order.unidentified': 'مشترٍ غير معروف',
  'order.gift_card': 'بطاقة هدية',
  'order.shipping': 'الشحن',
  'order.charge': 'رسم',
  'order.tip': 'إكرامية',
  'order.adjustment': 'تسوية',
} as const satisfies Words
