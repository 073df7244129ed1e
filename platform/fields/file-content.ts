export { contentOf, type FileContent, HEAD_BYTES, magicOf } from './file/content.ts'
export { contentFault } from './file/content-fault.ts'
export { fileForm } from './file/forms.ts'
