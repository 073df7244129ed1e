import { defineErrors } from '@lamplight/kit'

export const dashboardsErrors = defineErrors({
  badContent: { status: 400, text: ['大屏内容有误：{why}', 'The content has an error: {why}'] },
  outside: { status: 400, text: ['有控件超出 {width}×{height} 的画布', 'A widget lies outside of a canvas of {width}×{height}'] },
  staleContent: {
    status: 400,
    text: ['大屏已有版本 {now}，请重新载入后再保存', 'The dashboard has version {now} by now: load it again before saving'],
  },
  noVersion: { status: 400, text: ['大屏没有版本 {version}', 'The dashboard has no version {version}'] },
  passwordMissing: { status: 400, text: ['请输入访问密码', 'Enter a password'] },
  shareGone: { status: 400, text: ['链接无效或已失效', 'The link is not valid any more'] },
  shareLimits: {
    status: 400,
    text: [
      '分享人与大屏的最后编辑人可见的数据范围不同，无法显示数据；请由分享人保存并发布大屏',
      'The person who shared the link and the last editor of the dashboard see different data, so none is shown. The person who shared it can save and publish the dashboard',
    ],
  },
  shareClosed: { status: 400, text: ['请先打开链接', 'Open the link first'] },
  sharePassword: { status: 400, text: ['密码错误，还可尝试 {left} 次', 'Wrong password; {left} attempts left'] },
  shareLocked: {
    status: 429,
    text: ['尝试次数过多，请 {minutes} 分钟后再试', 'Too many attempts. Try again in {minutes} minute{minutes:s}'],
  },
  tooOften: { status: 429, text: ['请求过于频繁，请稍后再试', 'Too many requests. Try again later'] },
})
