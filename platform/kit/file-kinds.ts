/** Kinds of files that fields accept, detected by content. The kind is the usual file extension. */
export type FileKind = 'png' | 'jpg' | 'gif' | 'webp' | 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'apk' | 'zip' | 'mp4' | 'mp3' | 'txt'
/** Pictures that every browser shows. */
export const PICTURES: readonly FileKind[] = ['png', 'jpg', 'gif', 'webp']
export const DOCUMENTS: readonly FileKind[] = ['pdf', 'docx', 'xlsx', 'pptx']
