/** Kinds of files that fields take, told by their content. The kind is the usual ending of the name. */
export type FileKind = 'png' | 'jpg' | 'gif' | 'webp' | 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'apk' | 'zip' | 'mp4' | 'mp3' | 'txt'
/** Pictures that every browser shows. */
export const PICTURES: readonly FileKind[] = ['png', 'jpg', 'gif', 'webp']
export const DOCUMENTS: readonly FileKind[] = ['pdf', 'docx', 'xlsx', 'pptx']
