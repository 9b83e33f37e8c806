/** The file of a multipart form as the server has received it; its bytes wait at `path` while the call is answered. */
export class FormFile {
  readonly fileName: string;
  readonly path: string;
  readonly size: number;

  constructor(fileName: string, path: string, size: number) {
    this.fileName = fileName;
    this.path = path;
    this.size = size;
  }
}
