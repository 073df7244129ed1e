// antd declares its locales as CommonJS; bundlers give the default export itself.
declare module 'antd/es/locale/zh_CN.js' {
  const locale: NonNullable<import('antd').ConfigProviderProps['locale']>
  export default locale
}
