// @ts-check
/** What a browser does for the site while no page of it is open: it shows what there is to tell, and leads there. */

/** @typedef {{data: {json(): {title: string, body: string, url: string}} | null, waitUntil(work: Promise<unknown>): void}} Pushed */
/** @typedef {{notification: Notification, waitUntil(work: Promise<unknown>): void}} Pressed */
/** @typedef {{registration: ServiceWorkerRegistration, clients: {openWindow(url: string): Promise<unknown>}, addEventListener(name: "push", hear: (event: Pushed) => void): void, addEventListener(name: "notificationclick", hear: (event: Pressed) => void): void}} PushWorker */
const worker = /** @type {PushWorker} */ (/** @type {unknown} */ (self));

worker.addEventListener("push", (event) => {
  const said = event.data?.json();
  if (!said) return; // the site sends none without words
  event.waitUntil(worker.registration.showNotification(said.title, { body: said.body, data: said.url, tag: said.url }));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data));
});
