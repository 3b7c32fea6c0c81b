/** jsdom has the dialog element without its modal behaviour. Adds the part that our dialogs use. */
export function installDialog(): void {
  const prototype = HTMLDialogElement.prototype;
  prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}
