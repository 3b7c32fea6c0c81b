/** jsdom has the element but not its modal behaviour: enough of it for what our dialogs ask of the browser. */
export function installDialog(): void {
  const prototype = HTMLDialogElement.prototype;
  prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
}
